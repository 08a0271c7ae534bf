"""Give the error for a rule or feature whose packages come with an optional extra that is not installed."""

from __future__ import annotations


class MissingExtra(RuntimeError):
    """Something was asked for whose extra is not installed.

    Attributes:
        what: the rule as it is written, such as `sentences(rule="ifeval")`, or the feature, such as `the local model`.
        extra: the name of the extra, such as `parity`.
        commands: what brings it, in order.
    """

    def __init__(self, what: str, extra: str, also: tuple[str, ...] = ()) -> None:
        self.what = what
        self.extra = extra
        self.commands = (f'pip install "ifdsl[{extra}]"', *also)
        super().__init__(f"{what} needs the extra: {', then '.join(self.commands)}")
