"""Take a number or a name; give the catalogue entry of that diagnostic: its stable id, severity and title.

One line a code, grouped by hundreds: 01 files and modules, 02 syntax, 03 names, 04 types, 05 constraints and wordings,
06 specs and requirements, 07 conflicts, 08 data rows and import, 09 running and evaluation, 10 prompts and what they
are graded on, 11 flows, 12 knowledge tasks.

To add one: append a line to its group and write its page, `docs/errors/<id>-<name>.md`; a test asks for both.
A number is never used again for another meaning, for reports and suppressions outlive releases.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a diagnostic weighs: an `error` stops the compilation, a `warning` and a `note` do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of diagnostic. `number` and `name` are stable; `title` says in one line what is wrong."""

    number: int
    name: str
    severity: Severity
    title: str

    @property
    def id(self) -> str:
        """The printed number: `IF0302`."""
        return f"IF{self.number:04}"

    @property
    def page(self) -> str:
        """The page that explains it, below the root of the project."""
        return f"docs/errors/{self.id}-{self.name}.md"

    def __str__(self) -> str:
        return f"{self.id} {self.name}"


_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

# ruff: noqa: E501
# fmt: off

# 01 files and modules
UNREADABLE_FILE = Code(101, "unreadable-file", _ERROR, "a file cannot be read")
INVALID_UTF8 = Code(102, "invalid-utf8", _ERROR, "a file is not valid UTF-8")
FILE_TOO_LARGE = Code(103, "file-too-large", _ERROR, "a file is larger than the limit")
MODULE_NOT_FOUND = Code(104, "module-not-found", _ERROR, "no module has the name that a `use` line gives")
IMPORT_CYCLE = Code(105, "import-cycle", _ERROR, "a module uses itself, directly or through others")
PATH_OUTSIDE_PACKAGE = Code(106, "path-outside-package", _ERROR, "a path leaves the folder that a file may read from")
UNKNOWN_REVISION = Code(107, "unknown-revision", _ERROR, "a pack has no revision of that name")
VERSION_LINE = Code(108, "version-line", _ERROR, "the first line is not `ifdsl 1`")

# 02 syntax
SYNTAX_ERROR = Code(201, "syntax-error", _ERROR, "the text does not follow the grammar")
UNCLOSED_BLOCK = Code(202, "unclosed-block", _ERROR, "a bracket or brace is never closed")
UNEXPECTED_CHARACTER = Code(203, "unexpected-character", _ERROR, "a character has no meaning in the language")
UNTERMINATED_TEXT = Code(204, "unterminated-text", _ERROR, "a text literal has no closing quote")
NESTING_TOO_DEEP = Code(205, "nesting-too-deep", _ERROR, "brackets or blocks are nested beyond the limit")
NUMBER_TOO_LARGE = Code(206, "number-too-large", _ERROR, "a number is larger than the limit")
BAD_ESCAPE = Code(207, "bad-escape", _ERROR, "a backslash in a text literal starts no known escape")
BAD_INTERPOLATION = Code(208, "bad-interpolation", _ERROR, "the braces of a text literal hold no valid expression")
BAD_REGEX = Code(209, "bad-regex", _ERROR, "a regular expression is not valid, or cannot run in linear time")

# 03 names
UNKNOWN_NAME = Code(301, "unknown-name", _ERROR, "a name is not declared")
UNKNOWN_CONSTRAINT = Code(302, "unknown-constraint", _ERROR, "no constraint has that name")
UNKNOWN_PARAMETER = Code(303, "unknown-parameter", _ERROR, "what is called has no parameter of that name")
MISSING_ARGUMENT = Code(304, "missing-argument", _ERROR, "a parameter without a default gets no argument")
SURPLUS_ARGUMENT = Code(305, "surplus-argument", _ERROR, "there are more arguments than parameters")
DUPLICATE_NAME = Code(306, "duplicate-name", _ERROR, "one name is declared twice in one place")
AMBIGUOUS_NAME = Code(307, "ambiguous-name", _ERROR, "a name is declared by more than one module in use")
UNKNOWN_VIEW = Code(308, "unknown-view", _ERROR, "a text has no view or function of that name")
RECURSIVE_FUNCTION = Code(310, "recursive-function", _ERROR, "a function calls itself, directly or through others")
UNKNOWN_MODULE_MEMBER = Code(311, "unknown-module-member", _ERROR, "a module declares no such name")
UNUSED_IMPORT = Code(312, "unused-import", _WARNING, "nothing of a module in use is needed")
DUPLICATE_ARGUMENT = Code(313, "duplicate-argument", _ERROR, "one parameter gets two arguments")

# 04 types
TYPE_MISMATCH = Code(401, "type-mismatch", _ERROR, "a value has another type than its place asks for")
NOT_BOOLEAN = Code(402, "not-boolean", _ERROR, "a condition is neither true nor false")
EMPTY_RANGE = Code(403, "empty-range", _ERROR, "the lower bound of a range is above its upper bound")
UNKNOWN_TYPE = Code(404, "unknown-type", _ERROR, "no type has that name")
UNKNOWN_FIELD = Code(405, "unknown-field", _ERROR, "a value has no field of that name")
BAD_FLAG = Code(406, "bad-flag", _ERROR, "what is called has no flag of that name")
INVALID_CHOICE = Code(407, "invalid-choice", _ERROR, "a text is not among the choices that a parameter allows")

# 05 constraints and wordings
MISSING_CHECK = Code(501, "missing-check", _ERROR, "a constraint has no check")
UNSTATED_PARAMETER = Code(502, "unstated-parameter", _WARNING, "a wording leaves out a parameter that the check uses")
EMPTY_DOMAIN = Code(503, "empty-domain", _WARNING, "a check passes where there is nothing to check")
MISSING_WORDING = Code(504, "missing-wording", _WARNING, "a constraint has no wording for a prompt")
DUPLICATE_ITEM = Code(505, "duplicate-item", _ERROR, "an item that stands once in a block stands there twice")
EXAMPLE_CONTRADICTED = Code(506, "example-contradicted", _ERROR, "a `pass` or `fail` line disagrees with the check")
PYTHON_CHECK = Code(507, "python-check", _NOTE, "a check is written in Python, so it cannot be analysed")
COST_TOO_HIGH = Code(508, "cost-too-high", _ERROR, "a check could take more steps than the limit")
BAD_PHRASING = Code(509, "bad-phrasing", _ERROR, "the text of a `read` line is no pattern of its constraint")

# 06 specs and requirements
EMPTY_SPEC = Code(601, "empty-spec", _ERROR, "a spec asks for nothing")
UNKNOWN_SCOPE = Code(602, "unknown-scope", _ERROR, "`each`, `in` or `if_present` names no part of a text")
MISSING_TASK = Code(603, "missing-task", _ERROR, "a spec has no task")
DUPLICATE_REQUIREMENT_ID = Code(604, "duplicate-requirement-id", _ERROR, "two requirements of a spec have one id")
UNBOUND_PARAMETER = Code(605, "unbound-parameter", _ERROR, "a parameter of a spec gets no value")
TOO_MANY_INSTANCES = Code(606, "too-many-instances", _ERROR, "a spec stands for more instances than the limit")
UNRENDERABLE = Code(607, "unrenderable", _ERROR, "a prompt cannot be written from a spec")

# 07 conflicts
CONFLICT = Code(701, "conflict", _ERROR, "requirements cannot hold together")
VACUOUS = Code(702, "vacuous", _WARNING, "every text passes a requirement")
REDUNDANT = Code(703, "redundant", _WARNING, "a requirement asks for nothing more than others do")
UNKNOWN_EXCEPTION = Code(704, "unknown-exception", _ERROR, "`--allow` names no spec of the file")
UNDRAWABLE = Code(705, "undrawable", _ERROR, "no prompt can be made of what a suite or a block of cousins asks for")

# 08 data rows and import
MALFORMED_ROW = Code(801, "malformed-row", _ERROR, "a row of data is not what its format asks for")
UNKNOWN_INSTRUCTION = Code(802, "unknown-instruction", _ERROR, "a row names an instruction that its benchmark lacks")
BAD_ARGUMENTS = Code(803, "bad-arguments", _ERROR, "the arguments of an instruction in a row are not valid")
UNMATCHED_RESPONSE = Code(804, "unmatched-response", _WARNING, "a response belongs to no row")
MISSING_RESPONSE = Code(805, "missing-response", _WARNING, "a row has no response")
DUPLICATE_KEY = Code(806, "duplicate-key", _ERROR, "two rows have one key")
UNPAIRED_INSTRUCTIONS = Code(807, "unpaired-instructions", _ERROR, "a row has not one set of arguments for each instruction")
UNDECLARED_FIELDS = Code(808, "undeclared-fields", _ERROR, "a source of rows does not say which fields they have")
NO_PLACE = Code(809, "no-place", _ERROR, "a published shape has no place for something that a file asks")
OWN_GROUP = Code(810, "own-group", _NOTE, "a constraint is of no subcategory of a published shape")

# 09 running and evaluation
MODEL_ERROR = Code(901, "model-error", _ERROR, "a model gave no response")
MISSING_EXTRA = Code(902, "missing-extra", _ERROR, "an optional part that is needed is not installed")
NOTHING_TO_RUN = Code(903, "nothing-to-run", _ERROR, "there is nothing to run")
CANNOT_WRITE = Code(904, "cannot-write", _ERROR, "a result cannot be written")
DIFFERENT_RUN = Code(905, "different-run", _ERROR, "a folder holds a run with other settings")
BAD_RUN = Code(906, "bad-run", _ERROR, "a run cannot be read or written")

# 10 prompts and what they are graded on
UNSTATED = Code(1001, "unstated", _WARNING, "something is graded that the prompt does not state")
PARTLY_STATED = Code(1002, "partly-stated", _NOTE, "a part of what is graded is left out of the prompt")
OTHER_NUMBER = Code(1003, "other-number", _WARNING, "the prompt states another number than is graded")
OTHER_RELATION = Code(1004, "other-relation", _WARNING, "the prompt bounds a number otherwise than is graded")
NEAR_BOUND = Code(1005, "near-bound", _NOTE, "the prompt and the check differ by one at a bound")
OTHER_VALUE = Code(1006, "other-value", _WARNING, "the prompt states another value than is graded")
OTHER_SCOPE = Code(1007, "other-scope", _NOTE, "something is stated of a part and graded on the whole")
UNGRADED = Code(1008, "ungraded", _WARNING, "the prompt states something that is not graded")
LOOSELY_GRADED = Code(1009, "loosely-graded", _NOTE, "a check lets pass what the prompt rules out")
PROMPT_CONFLICT = Code(1010, "prompt-conflict", _WARNING, "what a prompt asks for contradicts itself")
UNMARKED_TEXT = Code(1011, "unmarked-text", _NOTE, "a text that is graded is not set apart in the prompt")
REPEATED_INSTRUCTION = Code(1012, "repeated-instruction", _WARNING, "a row has one instruction twice")
REPEATED_PROMPT = Code(1013, "repeated-prompt", _WARNING, "two rows of a file have one prompt")
SCAFFOLDING = Code(1014, "scaffolding", _WARNING, "something of the pipeline that wrote it is left in a row")
TEMPLATE_REMNANT = Code(1015, "template-remnant", _WARNING, "a hole of a template is left unfilled in a prompt")
MISREAD_ARGUMENT = Code(1016, "misread-argument", _WARNING, "a check reads an argument otherwise than the prompt means it")
OTHER_PATTERN = Code(1017, "other-pattern", _WARNING, "a row is said to have a pattern that its prompt has not")
REPEATED_EXAMPLE = Code(1018, "repeated-example", _NOTE, "a prompt has one worked example twice")
REPEATED_TURNS = Code(1019, "repeated-turns", _WARNING, "turns of a dialogue stand in another one too")
OTHER_TYPE = Code(1020, "other-type", _WARNING, "an item of a checklist has another type than what it asks for")
RESTARTED_NAMES = Code(1021, "restarted-names", _WARNING, "two turns of one dialogue have one name")
STRICTLY_GRADED = Code(1022, "strictly-graded", _NOTE, "a check fails what the prompt asks for")

# 11 flows
UNKNOWN_TURN = Code(1101, "unknown-turn", _ERROR, "no earlier turn of a flow has that name")
UNRELATED_TURN = Code(1102, "unrelated-turn", _ERROR, "a later turn does not say how it goes on from those before")
MISPLACED_RELATION = Code(1103, "misplaced-relation", _ERROR, "a relation stands between turns that it cannot stand between")
EMPTY_REFINEMENT = Code(1104, "empty-refinement", _ERROR, "a refinement changes and drops nothing")
CROSSES_DEPARTURE = Code(1105, "crosses-departure", _ERROR, "a relation reaches across a turn that departs")
UNREFINED_CHANGE = Code(1106, "unrefined-change", _ERROR, "a turn changes requirements and has no relation that changes any")
NOT_IN_FORCE = Code(1107, "not-in-force", _ERROR, "a step names no requirement that is in force")
STILL_IN_FORCE = Code(1108, "still-in-force", _ERROR, "a new requirement has the name of one that is in force")
SILENT_TURN = Code(1109, "silent-turn", _ERROR, "the user says nothing in a turn")
MISSING_GOLDEN = Code(1110, "missing-golden", _ERROR, "a golden context lacks the answer to an earlier turn")
GOLDEN_FAILS = Code(1111, "golden-fails", _ERROR, "a golden answer does not do what its turn asks for")
IDLE_CHANGE = Code(1112, "idle-change", _WARNING, "a change leaves a requirement as it was")
BAD_LAYOUT = Code(1113, "bad-layout", _ERROR, "the turns of a flow template cannot be laid out as it says")

# 12 knowledge tasks
UNFINISHED_TASK = Code(1201, "unfinished-task", _ERROR, "a spec over rows does not say what is expected or how an answer is read")
PART_WITHOUT_ROWS = Code(1202, "part-without-rows", _ERROR, "a part of a knowledge task stands in a spec that is not over rows")
BAD_MATCHER = Code(1203, "bad-matcher", _ERROR, "what is to match an answer is no constraint on an expected text")
COLLISION = Code(1204, "collision", _NOTE, "a derived wrong answer cannot be told from the right one")
BLANK_EXPECTED = Code(1205, "blank-expected", _ERROR, "nothing is expected of the answer to a row")
OTHER_SOURCE = Code(1206, "other-source", _ERROR, "the turns of one dialogue ask rows of several sources")

# fmt: on

CODES: tuple[Code, ...] = tuple(
    sorted((value for value in list(globals().values()) if isinstance(value, Code)), key=lambda code: code.number)
)
"""Every code, by number."""

BY_NAME: dict[str, Code] = {code.name: code for code in CODES}
BY_NUMBER: dict[int, Code] = {code.number: code for code in CODES}


def find_code(text: str | int) -> Code | None:
    """Look a code up by number (`302`), id (`"IF0302"`, in any case) or name (`"unknown-constraint"`)."""
    if isinstance(text, int):
        return BY_NUMBER.get(text)
    word = text.strip().lower()
    digits = word.removeprefix("if")
    if digits.isascii() and digits.isdigit() and len(digits) <= 4:
        return BY_NUMBER.get(int(digits))
    return BY_NAME.get(word)
