# ruff: noqa: E501 - a language stands on one line
"""Give short sentences in the languages that published prompts ask for, each enough for a detector to tell it by."""

from __future__ import annotations

STOCK: dict[str, tuple[str, ...]] = {
    "ar": ("ذهب الأولاد إلى المدرسة في الصباح الباكر.", "الطقس جميل اليوم في المدينة القديمة."),
    "bg": ("Днес времето е много хубаво и децата играят в градината.", "Старата къща се намира до реката в нашето село."),
    "bn": ("আজ আবহাওয়া খুব সুন্দর এবং শিশুরা বাগানে খেলছে।", "আমাদের গ্রামের পাশে একটি নদী আছে।"),
    "ca": ("Avui fa molt bon temps i els nens juguen al jardí de casa.", "La casa vella és a prop del riu."),
    "cs": ("Dnes je velmi hezké počasí a děti si hrají na zahradě.", "Starý dům stojí blízko řeky v naší vesnici."),
    "da": ("I dag er vejret meget smukt, og børnene leger ude i haven.", "Det gamle hus ligger tæt ved åen i vores landsby."),
    "de": ("Heute ist das Wetter sehr schön und die Kinder spielen im Garten.", "Das alte Haus steht nahe am Fluss in unserem Dorf."),
    "el": ("Σήμερα ο καιρός είναι πολύ καλός και τα παιδιά παίζουν στον κήπο.", "Το παλιό σπίτι είναι κοντά στο ποτάμι."),
    "en": ("The weather is very nice today and the children are playing in the garden.", "The old house stands near the river in our village."),
    "es": ("Hoy hace muy buen tiempo y los niños juegan en el jardín de la casa.", "La casa vieja está cerca del río de nuestro pueblo."),
    "et": ("Täna on väga ilus ilm ja lapsed mängivad aias.", "Vana maja asub meie külas jõe lähedal."),
    "fa": ("امروز هوا خیلی خوب است و بچه‌ها در باغ بازی می‌کنند.", "خانه قدیمی نزدیک رودخانه در روستای ما است."),
    "fi": ("Tänään on erittäin kaunis sää ja lapset leikkivät puutarhassa.", "Vanha talo sijaitsee kylässämme joen lähellä."),
    "fr": ("Aujourd'hui il fait très beau et les enfants jouent dans le jardin.", "La vieille maison se trouve près de la rivière de notre village."),
    "gu": ("આજે હવામાન ખૂબ સરસ છે અને બાળકો બગીચામાં રમે છે.", "અમારા ગામની પાસે એક નદી છે."),
    "he": ("היום מזג האוויר יפה מאוד והילדים משחקים בגינה.", "הבית הישן עומד ליד הנהר בכפר שלנו."),
    "hi": ("आज मौसम बहुत अच्छा है और बच्चे बगीचे में खेल रहे हैं।", "हमारे गाँव के पास एक नदी है और लोग वहाँ जाते हैं।"),
    "hr": ("Danas je vrijeme vrlo lijepo i djeca se igraju u vrtu.", "Stara kuća nalazi se blizu rijeke u našem selu."),
    "hu": ("Ma nagyon szép idő van és a gyerekek a kertben játszanak.", "A régi ház a folyó közelében áll a falunkban."),
    "id": ("Hari ini cuaca sangat bagus dan anak-anak bermain di taman.", "Rumah tua itu berada di dekat sungai di desa kami."),
    "it": ("Oggi il tempo è molto bello e i bambini giocano nel giardino della casa.", "La vecchia casa si trova vicino al fiume del nostro paese."),
    "ja": ("今日はとても天気がよくて、子どもたちは庭で遊んでいます。", "古い家は私たちの村の川の近くにあります。"),
    "kn": ("ಇಂದು ಹವಾಮಾನ ತುಂಬಾ ಚೆನ್ನಾಗಿದೆ ಮತ್ತು ಮಕ್ಕಳು ತೋಟದಲ್ಲಿ ಆಡುತ್ತಿದ್ದಾರೆ.", "ನಮ್ಮ ಹಳ್ಳಿಯ ಹತ್ತಿರ ಒಂದು ನದಿ ಇದೆ."),
    "ko": ("오늘은 날씨가 아주 좋아서 아이들이 정원에서 놀고 있습니다.", "우리 마을의 강 근처에 오래된 집이 있습니다."),
    "lt": ("Šiandien oras labai gražus ir vaikai žaidžia sode.", "Senas namas stovi prie upės mūsų kaime."),
    "lv": ("Šodien laiks ir ļoti jauks un bērni spēlējas dārzā.", "Vecā māja atrodas pie upes mūsu ciemā."),
    "mk": ("Денес времето е многу убаво и децата си играат во градината.", "Старата куќа се наоѓа до реката во нашето село."),
    "ml": ("ഇന്ന് കാലാവസ്ഥ വളരെ നല്ലതാണ്, കുട്ടികൾ തോട്ടത്തിൽ കളിക്കുന്നു.", "ഞങ്ങളുടെ ഗ്രാമത്തിനടുത്ത് ഒരു നദിയുണ്ട്."),
    "mr": ("आज हवामान खूप छान आहे आणि मुले बागेत खेळत आहेत.", "आमच्या गावाजवळ एक नदी आहे आणि लोक तिथे जातात."),
    "ne": ("आज मौसम धेरै राम्रो छ र केटाकेटीहरू बगैंचामा खेलिरहेका छन्।", "हाम्रो गाउँको नजिकै एउटा नदी छ र मानिसहरू त्यहाँ जान्छन्।"),
    "nl": ("Vandaag is het weer heel mooi en de kinderen spelen in de tuin.", "Het oude huis staat dicht bij de rivier in ons dorp."),
    "no": ("I dag er været veldig fint, og barna leker ute i hagen.", "Det gamle huset ligger nær elva i bygda vår."),
    "pa": ("ਅੱਜ ਮੌਸਮ ਬਹੁਤ ਵਧੀਆ ਹੈ ਅਤੇ ਬੱਚੇ ਬਾਗ ਵਿੱਚ ਖੇਡ ਰਹੇ ਹਨ।", "ਸਾਡੇ ਪਿੰਡ ਦੇ ਨੇੜੇ ਇੱਕ ਨਦੀ ਹੈ।"),
    "pl": ("Dzisiaj pogoda jest bardzo ładna i dzieci bawią się w ogrodzie.", "Stary dom stoi blisko rzeki w naszej wsi."),
    "pt": ("Hoje o tempo está muito bonito e as crianças brincam no jardim da casa.", "A casa velha não fica longe do rio da nossa aldeia."),
    "ro": ("Astăzi vremea este foarte frumoasă și copiii se joacă în grădină.", "Casa veche se află lângă râul din satul nostru."),
    "ru": ("Сегодня очень хорошая погода, и дети играют в саду.", "Старый дом стоит недалеко от реки в нашей деревне."),
    "sk": ("Dnes je veľmi pekné počasie a deti sa hrajú v záhrade.", "Starý dom stojí blízko rieky v našej dedine."),
    "sl": ("Danes je vreme zelo lepo in otroci se igrajo na vrtu.", "Stara hiša stoji blizu reke v naši vasi."),
    "so": ("Maanta cimiladu aad bay u fiican tahay carruurtuna waxay ku ciyaarayaan beerta.", "Guriga duugga ah wuxuu ku yaal meel u dhow webiga."),
    "sq": ("Sot moti është shumë i mirë dhe fëmijët po luajnë në kopsht.", "Shtëpia e vjetër ndodhet pranë lumit në fshatin tonë."),
    "sv": ("I dag är vädret mycket vackert och barnen leker ute i trädgården.", "Det gamla huset ligger nära ån i vår by."),
    "sw": ("Leo hali ya hewa ni nzuri sana na watoto wanacheza kwenye bustani.", "Nyumba ya zamani iko karibu na mto katika kijiji chetu."),
    "ta": ("இன்று வானிலை மிகவும் நன்றாக உள்ளது, குழந்தைகள் தோட்டத்தில் விளையாடுகிறார்கள்.", "எங்கள் கிராமத்திற்கு அருகில் ஒரு நதி உள்ளது."),
    "te": ("ఈ రోజు వాతావరణం చాలా బాగుంది మరియు పిల్లలు తోటలో ఆడుకుంటున్నారు.", "మా గ్రామం దగ్గర ఒక నది ఉంది."),
    "th": ("วันนี้อากาศดีมากและเด็ก ๆ กำลังเล่นอยู่ในสวน", "บ้านเก่าตั้งอยู่ใกล้แม่น้ำในหมู่บ้านของเรา"),
    "tl": ("Maganda ang panahon ngayon at naglalaro ang mga bata sa hardin.", "Ang lumang bahay ay malapit sa ilog sa aming nayon."),
    "tr": ("Bugün hava çok güzel ve çocuklar bahçede oynuyor.", "Eski ev köyümüzdeki nehrin yakınında bulunuyor."),
    "uk": ("Сьогодні дуже гарна погода, і діти граються в саду.", "Старий будинок стоїть недалеко від річки в нашому селі."),
    "ur": ("آج موسم بہت اچھا ہے اور بچے باغ میں کھیل رہے ہیں۔", "ہمارے گاؤں کے قریب ایک دریا ہے اور لوگ وہاں جاتے ہیں۔"),
    "vi": ("Hôm nay thời tiết rất đẹp và trẻ em đang chơi trong vườn.", "Ngôi nhà cũ nằm gần con sông trong làng của chúng tôi."),
    "zh": ("今天天气很好，孩子们在花园里玩。", "老房子就在我们村子的河边。"),
}  # fmt: skip
"""Sentences by language code; `STOCK[code]` has two that hold no word of another script."""


def sentences_in(code: str) -> tuple[str, ...]:
    """The sentences for a code, regional forms included; none where the language is not in the stock."""
    return STOCK.get(code.lower(), STOCK.get(code.partition("-")[0].lower(), ()))
