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
		case r == '[' && strings.HasPrefix(text[i:to], "[["): // a wiki link or a mark for a program
			if k := strings.Index(text[i:min(to, i+400)], "]]"); k > 0 {
				j = i + k + 2
			}
			out = append(out, token{start: i, end: j, norm: "`"})
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
			out = append(out, token{start: i, end: j, norm: simple(text[i:j])})
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

// traditional holds characters in the form that the cues are not written in, simplified the same ones as they are.
const (
	traditional = "請幫這個為們寫對說開還樣從後現應該絕須確認繼續執選並發佈刪創實記統盡嗎麼沒題錯給檢釋參補齊蓋過換許別試動進將項點"
	simplified  = "请帮这个为们写对说开还样从后现应该绝须确认继续执选并发布删创实记统尽吗么没题错给检释参补齐盖过换许别试动进将项点"
)

// simple returns a character in the form that the cues are written with.
func simple(c string) string {
	if i := strings.Index(traditional, c); i >= 0 {
		return simplified[i : i+len(c)] // all of them take three bytes
	}
	return c
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
