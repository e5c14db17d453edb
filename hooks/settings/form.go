package settings

import (
	"bytes"
	"encoding/binary"
	"errors"
	"unicode/utf16"
)

// form is how a file's text is written as bytes.
type form struct {
	mark  string // the byte order mark, empty where there is none
	utf16 bool   // little endian; the client reads it behind its mark, and old Windows shells write it
}

// decode takes a file's bytes apart into their form and the text in UTF-8. Bytes that are no UTF-8 stay as they are.
func decode(source []byte) (form, []byte, error) {
	if body, ok := bytes.CutPrefix(source, []byte("\ufeff")); ok {
		return form{mark: "\ufeff"}, body, nil
	}
	body, ok := bytes.CutPrefix(source, []byte("\xff\xfe"))
	if !ok {
		return form{}, source, nil
	}
	f := form{mark: "\xff\xfe", utf16: true}
	units := make([]uint16, len(body)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(body[2*i:])
	}
	text := []byte(string(utf16.Decode(units)))
	if !bytes.Equal(f.encode(text), source) {
		return f, nil, errors.New("the file is UTF-16 with a character cut in half, which this program cannot edit. Save it as UTF-8")
	}
	return f, text, nil
}

func (f form) encode(text []byte) []byte {
	b := []byte(f.mark)
	if !f.utf16 {
		return append(b, text...)
	}
	for _, unit := range utf16.Encode([]rune(string(text))) {
		b = binary.LittleEndian.AppendUint16(b, unit)
	}
	return b
}
