"""Give everyday topics to write about in English: a title, sentences that follow each other, items of a list.

No sentence has a comma, an apostrophe, a hyphen or a digit, so that all ways to count words and sentences agree on it.
"""

from __future__ import annotations

from typing import NamedTuple


class Topic(NamedTuple):
    """A subject, and what can be said of it."""

    title: str
    sentences: tuple[str, ...]
    items: tuple[str, ...]


def _topic(title: str, sentences: str, items: str) -> Topic:
    return Topic(title, tuple(sentences.strip().splitlines()), tuple(items.strip().splitlines()))


TOPICS: tuple[Topic, ...] = (
    _topic(
        "A Morning at the Market",
        """
The market opens early on the square by the old bridge.
Farmers from the valley bring apples and pears in wooden carts.
A baker sets out warm bread before the first visitors arrive.
By nine the narrow lanes between the stalls are full of people.
Most of them come every week and know each other by name.
Children wait near the fountain while their parents compare prices.
An old man plays the violin under the clock tower.
The woman who sells cheese always offers a small piece to taste.
She says that good food needs time and very little else.
Flowers are cheaper after noon because nobody wants to carry them home again.
When the bells ring at one the sellers begin to pack their boxes.
Soon only a few leaves of cabbage are left on the stones.
""",
        """
Fresh bread from the baker
A basket of ripe apples
Soft cheese with herbs
Flowers for the kitchen table
Honey from the valley
Brown eggs in a paper box
Warm soup for lunch
A bag of small potatoes
""",
    ),
    _topic(
        "A Small Garden in Spring",
        """
Behind our house lies a small garden with a stone wall around it.
In spring we clear away the dry leaves and loosen the soil.
My father plants beans along the wall where the sun is strongest.
Lettuce grows well in the shade of the plum tree.
We water the young plants in the evening when the air is cool.
Bees come from the meadow as soon as the first blossoms open.
A hedgehog lives under the wood pile and eats the slugs.
It takes patience to wait until the soil is warm enough.
Every plant has a label that shows when it was sown.
Last year the cold returned in May and we lost half of the tomatoes.
Since then we cover the beds with straw on clear nights.
By June there is enough for a salad every day.
""",
        """
Loosen the soil with a fork
Sow beans along the wall
Water the beds in the evening
Cover young plants on cold nights
Label each row with a date
Pick lettuce before it flowers
Leave some blossoms for the bees
Store the tools in a dry place
""",
    ),
    _topic(
        "The Train to the Coast",
        """
The train to the coast leaves from the last platform of the station.
It crosses a wide plain before it reaches the hills.
From the window you can see villages with red roofs and slim towers.
A girl across from me was reading a thick book about whales.
After an hour the land becomes flat and the light changes.
Then the sea appears between two rows of dark trees.
Everyone in the carriage looks up for a moment.
The conductor told us that he still enjoys this part of the trip.
He has worked on the line for more than twenty years.
We arrived shortly before noon and walked straight to the beach.
The water was cold but the sand was already warm.
On the way back most of the passengers fell asleep.
""",
        """
A ticket for the whole day
A window seat on the left side
Sandwiches and a bottle of water
A warm coat for the evening
A book for the long plain
A map of the coast
Comfortable shoes for the beach
Some coins for the lockers
""",
    ),
    _topic(
        "Our Village Library",
        """
Our library is a quiet building with tall windows and a green door.
It was a school until the new one opened on the hill.
Two rooms hold novels and a third one is filled with maps.
The librarian remembers what each of us borrowed last.
On rainy days every chair near the stove is taken.
Students spread their notes over the long table and whisper.
Once a month a writer comes to read from a new book.
People bring cake and stay to talk until late.
Last winter the heating broke and volunteers carried blankets from home.
Nobody thought of closing the doors for that reason.
A shelf in the hall holds books that anyone may keep.
I found my favourite story there when I was ten.
""",
        """
Novels from many countries
Old maps of the region
Picture books for small children
A quiet table for students
Music scores and songbooks
Newspapers from the last month
A shelf of free books
Readings on the first Friday
""",
    ),
    _topic(
        "A Walk around the Lake",
        """
The path around the lake is easy to follow and takes about two hours.
It starts at the boat house and leads through a light forest.
Herons stand in the shallow water and watch for fish.
After the first bend you can hear a stream that falls over flat rocks.
A wooden bench invites tired walkers to rest for a while.
From there the view reaches as far as the snowy mountains.
We met a painter who comes to this place each autumn.
He told us that the colours are never the same twice.
Further on the path climbs a little and becomes stony.
Good shoes are useful because the ground stays wet after rain.
The last part runs along a meadow where horses graze.
At the end a small café serves tea and plum cake.
""",
        """
The boat house at the start
A stream with flat rocks
The bench with a wide view
A meadow where horses graze
The old mill at the bend
A quiet bay with herons
The stony climb to the chapel
A café with plum cake
""",
    ),
    _topic(
        "How We Repaired the Bicycle",
        """
My sister found an old bicycle in the shed last summer.
Both tyres were flat and the chain was covered with rust.
We decided to repair it before the holidays were over.
First we took off the wheels and cleaned the frame.
An uncle lent us his tools and showed us how to use them.
The chain needed a day in oil until it moved again.
New brakes cost less than we had feared.
It was harder to find a bell with the right sound.
In the end we painted the frame dark blue.
She rode it to school on the first day of the term.
Her friends wanted to know where she had bought it.
Now they bring their own bicycles and we help where we can.
""",
        """
Take off both wheels
Clean the frame with warm water
Put the chain in oil
Check the brakes twice
Pump air into the tyres
Paint the frame in two layers
Fix the bell to the handle
Try it out on a quiet road
""",
    ),
    _topic(
        "Soup for a Cold Evening",
        """
Nothing is better on a cold evening than a pot of vegetable soup.
You need carrots and onions and a few potatoes.
Cut everything into small pieces so that it cooks evenly.
Warm a little butter and let the onions turn golden.
Add the other vegetables and cover them with water.
The pot should simmer gently for half an hour.
Meanwhile there is time to set the table and slice some bread.
Salt goes in at the end because the water becomes thicker.
My grandmother used to stir in a spoon of cream.
She served it in deep bowls with fresh herbs on top.
The kitchen smells wonderful long before the meal is ready.
Whatever is left tastes even better on the next day.
""",
        """
Three large carrots
Two onions and a leek
A few potatoes
A spoon of butter
Fresh herbs from the garden
A pinch of salt
Half a cup of cream
Some slices of dark bread
""",
    ),
    _topic(
        "The Old Harbour",
        """
The old harbour lies at the mouth of a slow river.
Fishing boats in bright colours rest along the wooden pier.
Early in the morning the crews mend their nets and share hot coffee.
A lighthouse on the cliff has guided sailors for two centuries.
Its keeper was a woman who wrote a long journal about the weather.
Visitors can read parts of it in the museum next door.
In autumn strong winds push the waves over the wall.
Then the boats stay inside and the streets become silent.
Many young people moved away when the fish grew rare.
Some of them have returned to open workshops and small hotels.
They repair furniture and rent out sailing boats.
In the evening the whole town gathers to watch the sun go down.
""",
        """
The wooden pier with its boats
A lighthouse on the cliff
The museum of the keeper
A workshop for old furniture
Small hotels near the water
The market hall for fish
A wall against the waves
The best place for the sunset
""",
    ),
    _topic(
        "Learning to Play the Piano",
        """
I began to play the piano when I was already thirty.
A neighbour had to move and left her instrument with us.
At first I only wanted to know how it worked.
Then I learned a short song from a book for children.
My fingers were slow and every note took an effort.
A friend advised me to practise a little each day instead of hours at once.
That turned out to be the best advice of all.
After some weeks my hands knew the way without my help.
Playing for other people still makes me nervous.
Yet it is a pleasure to hear them sing along.
Music has taught me to listen more closely to everything.
I only wish that I had started sooner.
""",
        """
A short song for both hands
Ten minutes of scales
A slow piece in a minor key
Reading notes without playing
One new chord each week
Listening to a good recording
Playing along with a friend
A little concert at home
""",
    ),
)
