package keep

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word, a stretch of code or quoted text, or a mark of a sentence. CJK text has a token for each character.
type token struct {
	start, end int    // in the text it was cut from
	norm       string // lower case; "`" for code, "\"" for quoted text: what the owner cites is not what they say
	mark       bool   // , ; : ( ) and the like
}

// tokens cuts text[from:to].
func tokens(text string, from, to int) []token {
	out := make([]token, 0, (to-from)/5+2)
	for i := from; i < to; {
		r, n := utf8.DecodeRuneInString(text[i:to])
		j := i + n
		switch {
		case r == '[' && strings.HasPrefix(text[i:to], "[Image #"):
			if k := strings.IndexByte(text[i:to], ']'); k > 0 {
				j = i + k + 1
			}
		case r == '`' || r == '"' || r == '“' || r == '„' || r == '「':
			if k := closing(text, j, to, r); k > 0 {
				norm := `"`
				if r == '`' {
					norm = "`"
				}
				out = append(out, token{start: i, end: k, norm: norm})
				j = k
			}
		case cjk(r):
			norm := text[i:j]
			if s := simplified[r]; s != "" {
				norm = s
			}
			out = append(out, token{start: i, end: j, norm: norm})
		case wordRune(r):
			for j < to {
				r2, n2 := utf8.DecodeRuneInString(text[j:to])
				if cjk(r2) || !wordRune(r2) && !(joins(r2) && j+n2 < to && wordNext(text, j+n2, to)) {
					break
				}
				j += n2
			}
			out = append(out, token{start: i, end: j, norm: lowered(text[i:j])})
		case r < utf8.RuneSelf && strings.ContainsRune(".,;:?!()-/|", r) || strings.ContainsRune("，。；：？！、（）—–…", r):
			for j < to && text[j] == text[i] && n == 1 {
				j++
			}
			out = append(out, token{start: i, end: j, norm: text[i : i+n], mark: true})
		}
		i = j
	}
	return out
}

// closing returns the end of a quotation opened by r before from, or 0 where it is not closed soon.
func closing(text string, from, to int, r rune) int {
	ends := map[rune]string{'`': "`", '"': `"`, '“': "”", '„': "“”", '「': "」"}[r]
	limit := min(to, from+400)
	for i := from; i < limit; {
		c, n := utf8.DecodeRuneInString(text[i:limit])
		if c == '\n' && r != '"' {
			return 0
		}
		if strings.ContainsRune(ends, c) {
			return i + n
		}
		i += n
	}
	return 0
}

// simplified holds the traditional forms of the characters that the cues are written with.
var simplified = map[rune]string{
	'請': "请", '幫': "帮", '這': "这", '個': "个", '為': "为", '們': "们", '寫': "写", '對': "对", '說': "说", '開': "开", '還': "还", '樣': "样", '從': "从", '後': "后", '現': "现",
	'應': "应", '該': "该", '絕': "绝", '須': "须", '確': "确", '認': "认", '繼': "继", '續': "续", '執': "执", '選': "选", '並': "并", '發': "发", '佈': "布", '刪': "删", '創': "创",
	'實': "实", '記': "记", '統': "统", '盡': "尽", '嗎': "吗", '麼': "么", '沒': "没", '題': "题", '錯': "错", '給': "给", '檢': "检", '釋': "释", '參': "参", '補': "补", '齊': "齐",
	'蓋': "盖", '過': "过", '換': "换", '許': "许", '別': "别", '試': "试", '動': "动", '進': "进", '將': "将", '項': "项", '點': "点",
}

func cjk(r rune) bool { return unicode.Is(unicode.Han, r) }

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '@' || r == '#' || r == '$' || r == '&' || r == '+' || unicode.Is(unicode.M, r)
}

// joins tells the marks that stand inside a word: don't, force-push, main.go, origin/main, 10:30.
func joins(r rune) bool {
	return r == '\'' || r == '’' || strings.ContainsRune("-./:=~", r) && r < utf8.RuneSelf
}

func wordNext(text string, i, to int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:to])
	return wordRune(r) || r == '/'
}

func lowered(s string) string {
	if strings.Contains(s, "’") {
		s = strings.ReplaceAll(s, "’", "'")
	}
	return strings.ToLower(s)
}

// code tells a token that names a thing of the work: a path, an address, an identifier, a version.
func (t token) code() bool {
	if t.mark {
		return false
	}
	if t.norm == "`" {
		return true
	}
	return strings.ContainsAny(t.norm, "_/.@#$=0123456789")
}
