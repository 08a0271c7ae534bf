"""Give the phrases around constraints, in the notation of `read` lines: what leads to one, joins two, explains one.

Each table is one pattern: the phrases are its alternatives.
"""

from __future__ import annotations

from functools import cache

from ifdsl.primitives.notation import parse
from ifdsl.recognition.automaton import Automaton, automaton

_ALSO = """(also | explicitly | specifically | clearly | always | strictly | simply | effectively | well | properly)"""

MODAL = f"""
(must | should | shall | will | can | may | do | need to | have to | be to | ought to
  | be (required | expected | asked) to) [{_ALSO}]
"""
"""What stands between a subject and what it must do."""

LEADS = """
  [please] (correct | edit | rewrite | rephrase | revise | translate | paraphrase) the [given | following | above]
  (sentence | text | paragraph | passage | statement)
| (additionally | furthermore | moreover | finally | also | lastly | firstly | secondly | overall | specifically
    | importantly | notably | likewise)
| (in addition | as well | at the same time | in particular | in total)
| please
| [please] [always | also] (make sure | ensure | be sure | see to it | guarantee | remember | confirm) [that | to]
| [please] (be mindful | note | keep in mind | bear in mind | consider) [that]
| [and] it is [also]
  (important | essential | crucial | necessary | vital | imperative | required | mandatory | advisable)
  (that | to [note | ensure | make sure | remember | consider] [that])
| (the | your) (output | response | answer) must follow the following rules
| (etc | and so on)
| the following (rules | constraints | requirements) [must | should] [apply | be followed]
| (请 | 務必 | 务必 | 必须 | 必須 | 需要 | 须 | 須 | 应 | 應 | 确保 | 確保 | 并且 | 并 | 且 | 同时 | 另外 | 此外 | 要求)
| (该句 | 該句 | 译文 | 譯文 | 句子 | 文章)
| (回答 | 答案 | 回复 | 全文 | 文本 | 内容 | 输出 | 你的回答)
"""
"""What announces a demand and is none."""

JOINTS = """
  [and | but | yet | while] (and | but | yet | while | with | as well as | along with | plus | that | which)
| (while still | and also | but also | as well | as)
| reflect the requirement (for | that) [the language] [to | be] [be]
| (which mean | mean) [that]
| [be] (structure | divide | organize | split) into (multiple | several | various) (section | part) specifically
| as [per] (the | this) (requirement | constraint | rule) (to | that)
| [to] (meet | satisfy | adhere to | follow | per) ... [English language]
  (requirement | convention | rule | guideline) of
| (和 | 与 | 以及 | 而且)
"""
"""What joins two statements that both hold."""

VERBS = f"""
  [to] (contain | include | have | use | employ | utilize | utilise | feature | incorporate | mention | provide | give
    | write | present | show | consist of | comprise | keep [to] | maintain | adhere to | follow | span | carry | make
    | require | fall | address | apply | add | insert | offer | create | produce | deliver | submit | display | state
    | appear | occur)
| [to] be [{_ALSO}]
  [present | write | provide | compose | craft | express | state | give | deliver | structure | organize | format
    | edit | divide | split | use | include | incorporate | add | mention | contain | feature | make | represent
    | design | made up | create]
  [{_ALSO}] [in | into | of | with | by | using | as | through | to]
| (write | present | provide | compose | craft | structure | organize | explain | give | answer | describe | express
    | deliver)
  [it | this | your answer | your response | the answer | the response]
  [in | into | of | with | by | using | as | through]
| (by | with | in | as) [use of | the use of | include | contain | be | have | use | write | provide]
| [in] such [a way] that
| (remain | stay)
"""
"""What carries a statement: with another object it would say nothing of its own."""

_QUALITY = """
(concise | detailed | comprehensive | clear | informative | brief | thorough | succinct | short | in depth
  | well structured | well organized | structured | substantial | precise | focused | readable | engaging | accurate
  | simple | impactful | consistent | coherent | complete | cohesive | professional | simplicity | conciseness
  | clarity | brevity)
"""
_EXTREME = "(brief | short | long | lengthy | detailed | verbose | vague)"

VAGUE = f"""
  [be | remain | keep it | keep] [both] {_QUALITY} [enough]
  [(and | yet | but) {_QUALITY}] [(and | yet | but) {_QUALITY}]
| [be] neither too {_EXTREME} nor too {_EXTREME}
| not be (too | overly) {_EXTREME} [or (too | overly) {_EXTREME}]
"""
"""Qualities that nothing measures."""

TAILS = """
  (when | whenever) (craft | construct | create | write | compose | answer | paraphrase | summarize | respond
    | translate | prepare | draft | present | display | show | compare) ...
| (in order to | so as to | so that | to) ...
| [and] (ensure | maintain | provide | adhere to | preserve | emphasize | signify | mark | keep | allow | help | offer
    | reflect | make | focus on | enhance | promote | facilitate | support | convey | give | align with | meet
    | satisfy | demonstrate | highlight | strike | indicate | capture | showcase | underscore | add | create
    | illustrate) ...
| (as | since | because | which | for | in accordance with | in line with | as per | per | throughout) ...
"""
"""A purpose or a reason, which goes on as long as nothing is said that could be a demand."""

_ADVERB = "(clearly | effectively | comprehensively | further | better | fully | explicitly | succinctly | properly)"

PURPOSES = f"""
  [(in order | so as)] to [{_ADVERB}] [help [me | you | us | the reader]] [{_ADVERB}] (highlight | emphasize | reflect
    | illustrate | enhance | clarify | showcase | underscore | demonstrate | support | explain | cover | address
    | compare | summarize | distinguish | differentiate | categorize | group | organize | identify | facilitate
    | convey | capture | indicate | signify | improve | help | understand | simplify)
| [and] (highlight | emphasize | reflect | illustrate | enhance | clarify | showcase | underscore | demonstrate)
| (as | because | since | which) [this | it] [will | can | may] (help | allow | enable | highlight | enhance
    | emphasize)
"""
"""A purpose or reason that makes nothing: types may be named in it (`to emphasize the keyword`)."""

MAKING = f"""
  [(in order | so as)] to [{_ADVERB}] (make | maintain | display | present | show | detail | list | give | offer
    | provide | ensure | create)
| [and] (provide | ensure | give | offer)
| (as | because | since | which) [this | it] [will | can | may] (be | provide | make)
"""
"""A purpose that may name what is to be made: no type may be named in it."""

RESTATED = """
  [and] [(indicate | ensure | mean | confirm)] [that] (this | the | these) [specific] (keyword | term | phrase | word)
    [must | should] be (part of | include in | present in | mention in | use in) the
    (content | answer | response | text | output) [provided]
| which be a [specific | particular] (type | kind | form) of ~
"""
"""What says the same thing once more."""

_MATTER = """
(English | language | punctuation | sentence | paragraph | format | length | content | style | stylistic | keyword
  | table | row | column | markdown | heading | grammar | grammatical | word count | word | presentation)
"""

META = f"""
  {_MATTER} [and] [{_MATTER}] [{_MATTER}]
  (requirement | convention | constraint | guideline | standard | rule | limit | limitation | criterion
    | specification | structure | choice | consistency | usage)
| all [necessary | relevant | important | essential | key] (detail | aspect | information | point | element | topic)
| whole (text | response | answer)
| any [relevant | additional | important | other | key]
  (information | note | detail | point | data | issue | example)
| (type | kind) of heading
| (main | key | primary | major | different | various) source of
| without overwhelm [the | your] (reader | audience | user | viewer | detail)
| (this | that | the) [specific | key] (keyword | term | phrase | heading | table)
| [end | final] punctuation [mark]
| language [style]
| (this | the | different | distinct | various) section
"""
"""What speaks of demands and makes none, though with words that matter elsewhere."""

MARKUP = """
[ensure] [(the | your)] [format | formatted] [be] [use | in | with | follow | adhere to] [the] [specified]
Markdown [format | syntax | style]
"""
"""That Markdown is to be used, which nothing measures."""

HANDLED = """
(format | present | structure | organize | introduce | style | write | provide | give | describe | explain | display
  | show | express | edit | prepare | create | list | highlight | emphasize | assess | evaluate | address | convey)
"""
"""What is done with an object, before how it is done: `present the answer in`."""

PRESENTED = """
be [also] [clearly]
(present | format | structure | organize | display | show | list | give | provide | highlight)
"""

HOW = "(use | with | in | as | by | into | under | through | employ) [(the | a) use of]"


@cache
def compiled(table: str) -> Automaton:
    """The phrases of one of the tables above as one automaton."""
    return automaton(parse([f"({table})"]), {})
