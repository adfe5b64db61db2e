package token

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// prose has a few sentences in each of many languages and scripts.
var prose = []string{
	"The parcel hasn't arrived; we've written twice, and they'll answer when they're ready.",
	"Das Paket ist nicht angekommen, obwohl wir zweimal geschrieben haben. Größe und Maß prüfen!",
	"Le colis n’est pas arrivé; l'équipe s'excuse et promet d'être plus rapide la prochaine fois.",
	"El paquete no ha llegado todavía. ¿Cuándo sale el próximo envío? ¡Mañana por la mañana!",
	"A encomenda não chegou ainda; às vezes a alfândega demora três ou quatro dias úteis.",
	"Il pacco non è ancora arrivato, perché la città è bloccata dalla neve.",
	"Het pakket is nog niet aangekomen; 's avonds bellen we de bezorger opnieuw.",
	"Paczka jeszcze nie dotarła, chociaż źródło twierdzi, że wyszła w środę.",
	"Zásilka ještě nedorazila, přestože ji řidič převzal už včera večer.",
	"Pachetul nu a ajuns încă; așteptăm vești de la șofer și de la bancă.",
	"Paketet har inte kommit än, så vi frågar på nytt i övermorgon.",
	"Paketti ei ole vielä saapunut, joten kysymme uudelleen huomenna töiden jälkeen.",
	"A csomag még nem érkezett meg, ezért holnap újra fölhívjuk az ügyfélszolgálatot.",
	"Kargo henüz ulaşmadı; şoför İstanbul'dan ayrıldığını söylüyor, ışıklar söndü.",
	"Посылка ещё не пришла, хотя мы дважды писали. Объём и вес указаны в накладной.",
	"Посилка ще не надійшла; її відправлено з іншого складу в п'ятницю.",
	"Пратката още не е пристигнала, въпреки че шофьорът обеща.",
	"Το δέμα δεν έχει φτάσει ακόμη· ρωτήστε ξανά αύριο το πρωί.",
	"החבילה עדיין לא הגיעה, אף על פי שכתבנו פעמיים. שָׁלוֹם לְכֻלָּם.",
	"لم تصل الحزمة بعد، مع أننا كتبنا مرتين. السَّلَامُ عَلَيْكُمْ ١٢٣٤٥",
	"بسته هنوز نرسیده است و ما میخواهیم دوباره بپرسیم. ۱۲۳۴",
	"پارسل ابھی تک نہیں پہنچا، ہم کل دوبارہ پوچھیں گے۔",
	"पार्सल अभी तक नहीं आया है, हमने दो बार लिखा। कृपया १२३४ पर फ़ोन करें।",
	"পার্সেলটি এখনও পৌঁছায়নি, আমরা দুবার লিখেছি।",
	"பொதி இன்னும் வந்து சேரவில்லை; நாளை மீண்டும் கேட்போம்.",
	"పార్సెల్ ఇంకా రాలేదు, మేము రెండుసార్లు వ్రాశాము.",
	"ಪಾರ್ಸೆಲ್ ಇನ್ನೂ ಬಂದಿಲ್ಲ, ನಾಳೆ ಮತ್ತೆ ಕೇಳೋಣ.",
	"പാഴ്സൽ ഇതുവരെ എത്തിയിട്ടില്ല, നാളെ വീണ്ടും ചോദിക്കാം.",
	"පාර්සලය තවමත් පැමිණ නැත, අපි හෙට නැවත විමසමු.",
	"พัสดุยังไม่มาถึงแม้ว่าเราจะเขียนไปสองครั้งแล้ว โปรดรอถึงวันที่ ๑๒",
	"ພັດສະດຸຍັງບໍ່ທັນມາຮອດ ພວກເຮົາຈະຖາມອີກມື້ອື່ນ",
	"ပါဆယ်ထုပ် မရောက်သေးပါ၊ မနက်ဖြန် ထပ်မေးပါမည်။",
	"កញ្ចប់មិនទាន់មកដល់ទេ យើងនឹងសួរម្តងទៀតថ្ងៃស្អែក។",
	"包裹还没有到，我们已经写了两次信，明天上午再问一次。订单号是２０２６１０１１。",
	"包裹還沒有到，我們已經寫了兩次信；請於「明天」再查詢。",
	"荷物はまだ届いていません。ドライバーによると、カタログと一緒に２個まとめて発送したそうです。",
	"소포가 아직 도착하지 않았습니다. 내일 아침에 다시 물어보겠습니다.",
	"Gói hàng vẫn chưa đến, dù chúng tôi đã viết thư hai lần. Thiết bị ở Đà Nẵng.",
	"ამანათი ჯერ არ მოსულა, ხვალ ისევ ვიკითხავთ.",
	"Ծանրոցը դեռ չի հասել, վաղը նորից կհարցնենք։",
	"ጥቅሉ ገና አልደረሰም፤ ነገ እንደገና እንጠይቃለን።",
	"Kifurushi hakijafika bado; tutauliza tena kesho asubuhi ng'ambo ya mto.",
	"Илгээмж хараахан ирээгүй байна. ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ",
	"ཐུམ་སྒྲིལ་ད་དུང་འབྱོར་མ་སོང་། སང་ཉིན་ཡང་བསྐྱར་འདྲི་རྒྱུ།",
	"ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ꭳꮝꮣ 𐐔𐐯𐑅𐐨𐑉𐐯𐐻 ǅungla Ǆ ʰʷ",
}

// oddities are what patterns and merges trip over.
var oddities = []string{
	"👩‍👩‍👧‍👦 👍🏽 🏳️‍🌈 🇩🇪🇫🇷 1️⃣ ☠︎ ⚠️!!",
	"e\u0301a\u0300\u0301 n\u0303\u0303\u0303 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅",
	"\u0301ABC \u0301ABCd \u0301\u0301 !\u0301x \n\u0301x \u00a0\u0301X",
	"\x00\x01\x02\x1b[31mred\x1b[0m\x7f\u0080\u0085\u009f\u200b\u200d\ufeff\u2028\u2029\u3000x",
	"I'm you're HE'S WE'LL they'Ve I'D it'T 'sup ''s 'S'S 'ſ x'ſy 'K don''t '",
	"中ABCDEF中ABCdef中'll中'LLama ABC中DEF",
	"a\nb\r\nc\rd\n\re\n\n\nf \n \n g\t\n\t h\v\fi\n/j\n//\r\n/ k",
	"   leading\ttabs\t\t\tand   spaces   ",
	" ",
	"\n",
	"  ",
	"a ",
	" a",
	"\r",
	"/",
	"\u00a0\u00a0x\u2003\u2003y\u3000\u3000",
	"<|endoftext|><|im_start|>user<|fim_prefix|>",
	"x²³¼½ Ⅷ ⅷ ① 12345678 1234567890123 ٣٤٥٦٧",
	"iPhone HTTPServer parseHTTPResponse XMLHttpRequest camelCaseÄÖÜß ÑÑñÑ ǅaǅ",
	"http://example.com/a/b//c?x=1&y=2#frag /usr/local/bin",
	strings.Repeat("a", 1000),
	strings.Repeat(" ", 700) + "x",
	strings.Repeat("\n", 300),
	strings.Repeat("ab", 400),
	strings.Repeat("=", 513),
	strings.Repeat("-=", 300),
	strings.Repeat("\u4e2d", 400),
	strings.Repeat("1", 500),
	"𠀀𠀁𪛖丂ﷺ",
}

// word returns something like a word.
func randomWord(r *rand.Rand) string {
	const syllables = "ba be ci do fu ga hi jo ka lu me ni or pa qu ra st ti un ver wo xe yl zen"
	parts := strings.Fields(syllables)
	var b strings.Builder
	for range 1 + r.IntN(4) {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.String()
}

func randomString(r *rand.Rand, alphabet string, n int) string {
	letters := []rune(alphabet)
	var b strings.Builder
	for range n {
		b.WriteRune(letters[r.IntN(len(letters))])
	}
	return b.String()
}

// generators write a line or a few of one kind each.
var generators = []struct {
	name string
	line func(r *rand.Rand) string
}{
	{"json", jsonLine},
	{"code", codeLine},
	{"log", logLine},
	{"csv", csvLine},
	{"prose", func(r *rand.Rand) string { return prose[r.IntN(len(prose))] + "\n" }},
	{"oddity", func(r *rand.Rand) string { return oddities[r.IntN(len(oddities))] }},
	{"runes", randomRunes},
	{"bytes", randomBytes},
	{"mixed", randomMixed},
	{"encoded", encodedLine},
}

func jsonLine(r *rand.Rand) string {
	return fmt.Sprintf(`{"id":"A-%d","user":{"login":"%s","site_admin":%t},"amount":%.2f,`+
		`"created_at":"2026-%02d-%02dT%02d:00:00Z","tags":["%s","%s"],"note":null,"text":%q}`+"\n",
		r.IntN(1e6), randomWord(r), r.IntN(2) == 0, r.Float64()*1000, 1+r.IntN(12), 1+r.IntN(28),
		r.IntN(24), randomWord(r), randomWord(r), prose[r.IntN(len(prose))])
}

func codeLine(r *rand.Rand) string {
	a, b := randomWord(r), strings.ToUpper(randomWord(r))
	return fmt.Sprintf("\tif err := %s.%sFrom(ctx, &%s{Max_%s: 0x%x}); err != nil { // %s\n"+
		"\t\treturn fmt.Errorf(\"%s: %%w\", err)\n\t}\n\n", a, strings.ToUpper(a[:1])+a[1:], b, b,
		r.IntN(1<<20), randomWord(r), a)
}

func logLine(r *rand.Rand) string {
	return fmt.Sprintf("2026-10-%02dT%02d:%02d:%02d.%03dZ %s [%s-%d] %s=%d "+
		"path=/%s/%s?q=%%20%s\r\n",
		1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60), r.IntN(1000),
		[]string{"INFO", "WARN", "ERROR"}[r.IntN(3)], randomWord(r), r.IntN(99), randomWord(r),
		r.IntN(1e5), randomWord(r), randomWord(r), randomWord(r))
}

func csvLine(r *rand.Rand) string {
	return fmt.Sprintf("%d,%s,\"%s, %s\",%.3f;%05d\t%s\n", r.IntN(1e7), randomWord(r),
		randomWord(r), randomWord(r), r.NormFloat64()*1e4, r.IntN(99999), randomWord(r))
}

func randomRunes(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(12) {
		b.WriteRune(randomRune(r))
	}
	return b.String()
}

// randomRune prefers characters that the tables of the oracle know.
func randomRune(r *rand.Rand) rune {
	for {
		c := rune(r.IntN(unicode.MaxRune + 1))
		if r.IntN(2) == 0 {
			c = rune(r.IntN(0x3000))
		}
		if utf8.ValidRune(c) && !newInUnicode(c) {
			return c
		}
	}
}

func randomBytes(r *rand.Rand) string {
	b := make([]byte, 1+r.IntN(24))
	for i := range b {
		b[i] = byte(r.IntN(256))
	}
	return string(b)
}

// randomMixed draws from the characters that the patterns treat specially.
func randomMixed(r *rand.Rand) string {
	const alphabet = "  \n\r\t/''stvmdlreSTLRE09aZz!.\"{,\u00a0\u3000\u0301\u4e2dДдǅʰ²\U0001f600"
	return randomString(r, alphabet, 1+r.IntN(40))
}

func encodedLine(r *rand.Rand) string {
	alphabets := []string{"0123456789abcdef", "ACGT", "xX", "aA'",
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "的一是不了人我在有他这中大来上国"}
	return randomString(r, alphabets[r.IntN(len(alphabets))], 1+r.IntN(600)) + "\n"
}
