"""Give the functions of the language that work out what is expected of an answer: on numbers, cases, orders, lists.

What they do is in modules of their own, which are imported when one of them is first called.
"""

from __future__ import annotations

from ifdsl.primitives.primitive import Cost, Param, Primitive, later
from ifdsl.primitives.types import BOOL, INT, NUMBER, TEXT, TEXTS, choice

_TEXT, _ITEMS = Param("text", TEXT), Param("items", TEXTS)
_GROUPING = Param("grouping", choice("keep", "none", "thousands"), "keep")
_ROUNDING = choice("half_up", "half_even", "down", "up", "floor", "ceiling")
_CLASS = Param("of", choice("alphanumeric", "letter", "digit", "visible"), "alphanumeric")
_LONGER = 450
"""Characters that a number of 300 may get: commas, digits after the point, what an exponent stands for."""

PRIMITIVES = (
    Primitive(
        "is_numeral",
        (
            _TEXT, Param("currency", BOOL, False, flag=True), Param("percent", BOOL, False, flag=True),
            Param("grouping", choice("optional", "none", "required"), "optional"),
        ),
        BOOL,
        "Whether the whole text, white space around it aside, writes a number: `7`, `-1,000`, `3.14`; with `currency` "
        "also `$5` and `5€`, with `percent` also `50 %`. Not `007`, `1e5`, `1/2`, `nan` and digits of other scripts. "
        "`grouping` refuses commas (`none`), or four digits and more without them (`required`).",
        Cost(300, 1.0), later("numerals", "is_numeral"), example=(("-$1,250.50", True, False, "optional"), True),
    ),
    Primitive(
        "increment",
        (_TEXT, Param("by", NUMBER, 1), Param("places", choice("keep", "shortest"), "keep"), _GROUPING), TEXT,
        "The number of the text and `by` added up exactly, written as it was: its currency or per cent sign, its "
        "commas and its digits after the point are kept. The text itself where it writes no number.",
        Cost(300, 1.0), later("numerals", "increment"), extra=_LONGER,
        example=(("$1,999.50", 1, "keep", "keep"), "$2,000.50"),
    ),
    Primitive(
        "with_places", (_TEXT, Param("places", INT, 2), Param("rounding", _ROUNDING, "half_up"), _GROUPING), TEXT,
        "The number of the text with `places` digits after the point, 0 to 15, rounded in decimals: `half_up` (a half "
        "goes away from zero), `half_even`, `down` (towards zero), `up`, `floor`, `ceiling`. The text itself where it "
        "writes no number.",
        Cost(300, 1.0), later("numerals", "with_places"), extra=_LONGER,
        example=(("0.125", 2, "half_up", "keep"), "0.13"),
    ),
    Primitive(
        "decimal_places", (_TEXT,), INT,
        "How many digits after the point the number of the text has; 0 where it writes no number.",
        Cost(300, 1.0), later("numerals", "decimal_places"), example=(("3.50",), 2),
    ),
    Primitive(
        "number_words",
        (_TEXT, Param("locale", choice("en", "zh"), "en"), Param("with_and", BOOL, False, flag=True)), TEXT,
        "The number that the text writes (see `is_numeral`) in words; digits after the point are said one by one. With "
        "`with_and` as in British English: `one hundred and five`. The text itself where it writes no bare number.",
        Cost(500, 5.0), later("number_words", "number_words"), extra=2_500,
        example=(("-1,205.50", "en", True), "minus one thousand two hundred and five point five zero"),
    ),
    Primitive(
        "alternate_case",
        (
            _TEXT, Param("first", choice("upper", "lower"), "upper"),
            Param("counting", choice("chars", "letters"), "chars"),
        ),
        TEXT,
        "The text in upper and lower case by turns; `first` is the case that it begins with. Each character takes a "
        "turn, or with `counting` `letters` each letter alone.",
        Cost(60, 8.0), later("rearranging", "alternate_case"), growth=3.0,
        example=(("don't stop", "upper", "letters"), "DoN't StOp"),
    ),
    Primitive(
        "reverse_by", (_TEXT, Param("unit", choice("graphemes", "code_points"), "graphemes")), TEXT,
        "The text backwards, by what a reader takes for one character, or by code points.",
        Cost(120, 45.0), later("rearranging", "reverse_by"), example=(("ne\u0301", "graphemes"), "e\u0301n"),
    ),
    Primitive(
        "sorted_by", (_ITEMS, Param("key", choice("numeric", "code_points", "folded"), "folded")), TEXTS,
        "The elements in ascending order: `numeric` puts those that write a number first, by its size; `folded` has no "
        "regard to case. No order depends on a locale; ties are settled by code points.",
        Cost(100, 8.0), later("rearranging", "sorted_by"),
        example=((["$10", "b", "9", "A"], "numeric"), ["9", "$10", "A", "b"]),
    ),
    Primitive(
        "first_char", (_TEXT, _CLASS), TEXT,
        "The first character that is a letter or a digit, a `letter`, a `digit` or `visible`; nothing where none is.",
        Cost(30, 2.0), later("rearranging", "first_char"), longest=1, example=(("«No»", "letter"), "N"),
    ),
    Primitive(
        "last_char", (_TEXT, _CLASS), TEXT,
        "The last character that is a letter or a digit, a `letter`, a `digit` or `visible`; nothing where none is.",
        Cost(30, 2.0), later("rearranging", "last_char"), longest=1, example=(("Why not?!", "alphanumeric"), "t"),
    ),
    Primitive(
        "unmarked", (_TEXT,), TEXT,
        "The text without what chat models put around one: blanks, marks of bold and of code, and then one pair of "
        "quotation marks.",
        Cost(100, 1.0), later("rearranging", "unmarked"), example=(("**“Yes”** \n",), "Yes"),
    ),
    Primitive(
        "written_list", (_ITEMS, Param("form", choice("json", "python", "comma", "lines"), "json")), TEXT,
        "A list as one text: as JSON, as Python's `repr` writes it, with commas, or line by line.",
        Cost(100, 2.0), later("rearranging", "written_list"), growth=10.0,
        example=((["a", "b"], "json"), '["a", "b"]'),
    ),
    Primitive(
        "read_list", (_TEXT,), TEXTS,
        "The elements of a list that is written as JSON, as in Python, line by line, or with commas.",
        Cost(300, 60.0), later("rearranging", "read_list"), example=(("- a\n- b",), ["a", "b"]),
    ),
    Primitive(
        "edit_distance",
        (_TEXT, Param("other", TEXT), Param("at_most", INT, 4), Param("substitution", INT, 1)), INT,
        "The least cost of edits that make one text of the other: a character more or less costs 1, one in the place "
        "of another 1, or 2 with `substitution`. A cost above `at_most` (0 to 32) is told as one more than that.",
        Cost(200, 1_000.0), later("distance", "edit_distance"), example=(("kitten", "sitting", 4, 1), 3),
    ),
    Primitive(
        "is_python_number", (_TEXT,), BOOL,
        "Whether Python's `float` reads the text: `1_000`, `1e5`, `nan` and digits of any script are numbers to it. "
        "What a reader takes for a number is an `is_numeral`.",
        Cost(100, 1.0), later("python_numbers", "is_python_number"), example=(("1_000",), True),
    ),
    Primitive(
        "python_plus", (_TEXT, Param("by", INT, 1)), TEXT,
        "What Python's `int`, or else `float`, reads in the text, plus `by`, with commas and with the errors of binary "
        "fractions; the text itself where neither reads it. For exact sums see `increment`.",
        Cost(200, 1.0), later("python_numbers", "python_plus"), extra=_LONGER,
        example=(("0.57", 1), "1.5699999999999998"),
    ),
    Primitive(
        "python_fixed", (_TEXT, Param("places", INT, 2)), TEXT,
        "What Python's `float` reads in the text, with `places` digits after the point, rounded as a binary fraction; "
        "the text itself where it reads none. For rounding in decimals see `with_places`.",
        Cost(200, 1.0), later("python_numbers", "python_fixed"), extra=_LONGER, example=(("0.125", 2), "0.12"),
    ),
    Primitive(
        "num2words", (_TEXT,), TEXT,
        "What the package num2words 0.5 makes of the text in English; the text itself where it refuses it. For number "
        "words as they are said see `number_words`.",
        Cost(1_000, 5.0), later("python_numbers", "num2words"), extra=3_000,
        example=(("1234.50",), "one thousand, two hundred and thirty-four point five"),
    ),
)  # fmt: skip
