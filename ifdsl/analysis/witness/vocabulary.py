"""Give the English words and sentences that texts are made of: of every length, initial and number of syllables."""

from __future__ import annotations

_WORDS = """
river garden window market morning evening village mountain kitchen paper winter summer harbour bread music
silver lantern bridge forest island meadow valley castle tower cottage orchard station engine captain sailor
farmer doctor teacher neighbour painter baker singer child friend mother father sister brother cousin stranger
letter journal ticket basket bottle pocket carpet candle mirror table chair shelf door wall roof floor street
road path corner square field hill lake pond stream shore cliff cave desert plain ocean wave storm cloud rain
snow wind light shadow colour sound voice story song poem picture colours number question answer reason
idea plan dream hope luck trust courage patience wisdom comfort pleasure sorrow anger worry silence
apple pear plum cherry grape lemon melon berry onion carrot cabbage potato tomato pepper butter cheese honey
sugar salt soup supper dinner lunch breakfast coffee water cream
brown black white green yellow purple orange golden narrow gentle quiet modern ancient famous distant simple
careful curious broken hidden warm cold soft hard bright dark clear plain sweet bitter sharp smooth rough
heavy large small little great young early late quick slow happy proud brave calm kind wise rare
walk carry open close build paint write read sing dance travel follow watch gather study clean protect repair
borrow deliver measure describe remember forget discover imagine consider enjoy admire welcome collect arrange
walks carries opens closes builds paints writes reads sings dances travels follows watches gathers studies
cleans protects repairs borrows delivers measures describes remembers
slowly quickly quietly gladly often rarely always never again soon today tonight tomorrow together
above across after along among around before behind below beneath beside between beyond during inside near
outside over through toward under until upon within without
the a an of to in on at by for from with and but or so as if is are was were has have had will can may must
he she it they we you I his her its their our your my this that these those who which what
quarry queen quest quilt quiver zebra zone zephyr zigzag xylem xenon xylophone yarn yard yeast yolk yonder
ultra umber uncle unit update urban usual utter vapour vessel veteran violet violin virtue visit vivid
jacket jelly jewel join jolly joy judge juice jungle junior kernel kettle kidney kingdom kitten knife knot
ivory item ink inn iron itch ebony echo edge eagle earth east effort elbow eleven empire
under ankle anchor arrow artist attic autumn avenue axis oak oar oats onyx opal orbit otter oven owl oxen
nail name nation nectar needle nephew nest night noble noon north nurse lamp land leaf lily linen lion loaf
tea toe tie pie bee sea sun sky ice egg ear eye arm leg fox cat dog hen cow pig ant bat owl elk
strength stretch thrust bright branch thirst church thumb chalk shelf craft trunk plant blend spring string
"""

WORDS: tuple[str, ...] = tuple(dict.fromkeys(_WORDS.split()))

_EXTRA = """
level radar civic kayak refer rotor madam solos stats tenet deified racecar reviver rotator repaper noon Anna Otto mum
gag pop stop and but for nor or so yet NASA HELLO STOP USA NEW BIG ART TEA
"""

EXTRA: tuple[str, ...] = tuple(_EXTRA.split())
"""Words of a shape that few words have: palindromes, conjunctions, capitals."""

SIGNS: tuple[str, ...] = tuple(sign * 5 for sign in "•—·◦×÷◊○●□■△")
"""Runs of marks that some counts take for words, and others do not."""

SENTENCES: tuple[str, ...] = (
    "The river runs quietly through the old village in the north.",
    "Every morning the baker opens the door and sets out warm bread.",
    "We walked along the shore until the light was gone.",
    "My neighbour has a small garden behind the house.",
    "They often talk about the long winter and the first warm days of spring.",
    "The children found a hidden path between the trees.",
    "It was a calm evening and the streets were almost empty.",
    "Nobody knew who had left the letter on the kitchen table.",
    "The teacher told us a story that I still remember today.",
    "There is a bridge near the market where people like to meet.",
    "She wrote the answer on a piece of paper and smiled.",
    "The captain watched the clouds and waited for the wind.",
    "A good plan is simple enough to explain in a few words.",
    "He found work in the harbour and stayed there for years.",
    "The music from the square could be heard in every room.",
    "Some of the houses were built more than two centuries ago.",
    "You can see the mountains from the window on a clear day.",
    "The farmer sold apples and pears from a wooden cart.",
    "In the evening we read by the light of a single lamp.",
    "The road to the lake is narrow but very beautiful.",
)

LOWER_RISK: tuple[str, ...] = (
    "Birds sing near tall trees.",
    "Green hills rise behind quiet towns.",
    "People enjoy fresh bread with soft cheese.",
    "Small boats leave this harbour every morning.",
    "Old friends often share long stories together.",
)
"""Sentences without the commonest words, for where these are forbidden."""
