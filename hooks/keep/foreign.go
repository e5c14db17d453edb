package keep

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/compact-keeper/compact-keeper/db"
)

// foreign tells whether a message is in a language that the table has no cues for: another script, or hardly a common word
// of English or German.
func foreign(all []*sentence) bool {
	m := theMatcher()
	letters, strange, plain, known, other := 0, 0, 0, 0, 0
	for _, s := range all {
		for _, t := range s.toks {
			r, _ := utf8.DecodeRuneInString(t.norm)
			switch {
			case t.mark || t.code() || t.norm == `"`:
			case cjk(r):
				letters++
			case !unicode.IsLetter(r):
			case !unicode.Is(unicode.Latin, r):
				letters++
				strange++
			default:
				letters++
				plain++
				if m.classes[t.norm]&^numWord != 0 {
					known++
				} else if strings.Contains(otherWords, " "+t.norm+" ") {
					other++
				}
			}
		}
	}
	if strange*3 > letters {
		return true
	}
	return plain*2 > letters && (other > known || plain >= 4 && known*5 < plain)
}

// otherWords are common in languages that the table cannot read, and none of English or German.
const otherWords = " la el los las le les una une du des que qui et est pas pour dans avec sur ce cette ces je tu nous vous il elle por para con sin como pero esta este esto hay muy más" +
	" di che per non gli sono della nel questo anche het een niet voor dat zijn maar och att det som inte på är jag og ikke til bir ve bu için ile çok var mı mi mu şu ben" +
	" não um uma os em isso com você mais nie się na jest że jak czy proszę dla els amb això està però també és ja dit sa "

// chinese tells whether a message is written in Chinese for a good part.
func chinese(all []*sentence) bool {
	han, other := 0, 0
	for _, s := range all {
		for _, t := range s.toks {
			if r, _ := utf8.DecodeRuneInString(t.norm); cjk(r) {
				han++
			} else if !t.mark {
				other++
			}
		}
	}
	return han >= 4 && han > other
}

// longestWhole is up to where a message in another language is one decision; a longer one is cut into its sentences.
const longestWhole = 600

// wholeWord takes a message whole that the table cannot read.
func wholeWord(w db.Word, all []*sentence) []finding {
	var out []finding
	from, to := -1, 0
	for _, s := range all {
		if s.from < to {
			continue
		}
		if s.chatter() {
			continue
		}
		if from >= 0 && s.to-from <= longestWhole && blankBetween(w.Text[to:s.from]) {
			to = s.to
			out[len(out)-1].decision = decision(w, from, to, db.KindDecision, "whole message")
			continue
		}
		from, to = s.from, s.to
		out = append(out, finding{said: s, decision: decision(w, from, to, s.foreignKind(), "whole message")})
	}
	return out
}

// foreignKind tells a rule in another language by its never, always or negative imperative.
func (s *sentence) foreignKind() db.Kind {
	for i, t := range s.toks {
		if strings.Contains(" jamais toujours nunca siempre jamás sempre mai никогда всегда nooit altijd aldrig alltid aldri alltid nigdy zawsze asla daima ніколи завжди ", " "+t.norm+" ") ||
			i == 0 && strings.Contains(" ne não no non не nie niet ", " "+t.norm+" ") {
			return db.KindRule
		}
	}
	for _, p := range [...]string{"ないで", "禁止", "絶対", "必ず", "마세요", "지 마", "절대", "항상"} {
		if strings.Contains(s.text[s.from:s.to], p) {
			return db.KindRule
		}
	}
	return db.KindDecision
}

// blankBetween tells whether nothing but space and list marks stands between two sentences.
func blankBetween(s string) bool {
	return strings.TrimFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsDigit(r) || unicode.IsPunct(r) || unicode.IsSymbol(r)
	}) == ""
}

// chatter tells thanks and plain questions in any language.
func (s *sentence) chatter() bool {
	n, asks := 0, false
	first := ""
	for _, t := range s.toks {
		if t.norm == "?" || t.norm == "？" || t.norm == "؟" {
			asks = true
		}
		if r, _ := utf8.DecodeRuneInString(t.norm); !t.mark && unicode.IsLetter(r) {
			if n == 0 {
				first = t.norm
			}
			n++
		}
	}
	if n == 0 {
		return true
	}
	list := " merci gracias grazie obrigado obrigada teşekkürler sağol dziękuję спасибо дякую ありがとう 고마워 감사합니다 "
	if asks {
		list = " qué que cómo como por cuál cuándo dónde quién pourquoi comment quel quelle où quand qui quoi est-ce perché come cosa quale dove chi perquè perque com quin quina on quan què" +
			" neden nasıl ne hangi kim nerede niye niçin o porque onde quem qual dlaczego jak co gdzie kto czy почему как что где кто зачем когда какой чому що де hvorfor hvordan hva waarom hoe wat wie varför hur vad なぜ どう 왜 어떻게 "
	}
	return n <= 2 && !asks && strings.Contains(list, " "+first+" ") || asks && strings.Contains(list, " "+first+" ")
}
