package db

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"
)

// repeats finds texts that repeat a word: as a whole, or a sentence, a line or a decision of it, or any windowRunes
// characters in a row. Spaces and the case of letters do not count. A word of a few letters is found only as a whole text:
// it says nothing by itself.
type repeats struct {
	whole   string
	pieces  []string
	windows map[string]bool
}

const (
	windowRunes = 32
	pieceRunes  = 8
)

func newRepeats(text string, quotes []string) *repeats {
	r := &repeats{whole: folded(text), windows: map[string]bool{}}
	parts := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune("\n.!?;。！？；", c) })
	for _, p := range append(append(parts, quotes...), text) {
		if p = folded(p); utf8.RuneCountInString(p) >= pieceRunes {
			r.pieces = append(r.pieces, p)
		}
	}
	each(r.whole, func(w string) bool { r.windows[w] = true; return false })
	return r
}

// in tells whether text repeats the word.
func (r *repeats) in(text string) bool {
	text = folded(text)
	if text == r.whole && text != "" {
		return true
	}
	for _, p := range r.pieces {
		if strings.Contains(text, p) {
			return true
		}
	}
	return each(text, func(w string) bool { return r.windows[w] })
}

// instead returns what to put for a text: other, where it repeats the word.
func (r *repeats) instead(other string) func(string) string {
	return func(text string) string {
		if r.in(text) {
			return other
		}
		return text
	}
}

// inJSON returns a JSON text with every string replaced that repeats the word, "" where it is no JSON.
func (r *repeats) inJSON(text string) string {
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber() // a fingerprint does not fit a float
	if d.Decode(&v) != nil {
		return ""
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(r.cleaned(v)) != nil {
		return ""
	}
	return strings.TrimSpace(b.String())
}

func (r *repeats) cleaned(v any) any {
	switch v := v.(type) {
	case string:
		if r.in(v) {
			return forgottenMark
		}
	case []any:
		for i := range v {
			v[i] = r.cleaned(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = r.cleaned(v[k])
		}
	}
	return v
}

// folded is a text in lower case with single spaces.
func folded(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), unicode.IsSpace), " ")
}

// each calls f with every stretch of windowRunes characters until it answers true.
func each(text string, f func(string) bool) bool {
	end := 0
	for range windowRunes - 1 {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	for start := range text {
		if end >= len(text) {
			return false
		}
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
		if f(text[start:end]) {
			return true
		}
	}
	return false
}

// clean changes those texts of a query, each read with the key of its row, that change changes.
func (t *Tx) clean(change func(string) string, query, update string, args ...any) error {
	type text struct{ key, text string }
	all, err := collect(t.ctx, t.tx, func(s scanner) (x text, err error) { return x, s.Scan(&x.key, &x.text) }, query, args...)
	if err != nil {
		return err
	}
	for _, x := range all {
		if changed := change(x.text); changed != x.text {
			if _, err := t.exec(update, changed, x.key); err != nil {
				return err
			}
		}
	}
	return nil
}
