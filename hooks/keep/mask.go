package keep

import "strings"

// The forms that stand where a secret stood. None of them looks like a secret, so that masking twice changes nothing.
const (
	maskedKey      = "[masked key]"
	maskedPassword = "[masked password]"
	maskedPrivate  = "[masked private key]"
)

// Mask returns s with every secret in it replaced: keys and tokens of known make, private keys, passwords in addresses,
// and what is assigned to a name such as "password" or "api_key" and looks like a secret. Commit ids, uuids, numbers,
// branches, paths and versions stay. It is idempotent, and returns s itself where there is nothing to mask.
func Mask(s string) string {
	// A masked form parts what stood in one piece, and what is left may then look like a secret: once more.
	for range 8 {
		masked := maskOnce(s)
		if len(masked) == len(s) && masked == s {
			break
		}
		s = masked
	}
	return s
}

func maskOnce(s string) string {
	var out []byte
	from := 0 // what stands before is written
	for i := 0; i < len(s); i++ {
		if !secretSign[s[i]] || !worthALook(s, i) {
			continue
		}
		start, end, form := secretAt(s, from, i)
		if form == "" {
			continue
		}
		out = append(append(out, s[from:start]...), form...)
		from = end
		i = end - 1
	}
	if out == nil {
		return s
	}
	return string(append(out, s[from:]...))
}

// secretSign marks the bytes by which a secret is noticed. Each is rare in prose, which is what makes the scan fast.
var secretSign = [256]bool{'-': true, '_': true, '.': true, ':': true, '=': true, '@': true, 'J': true, 'z': true, 'K': true, 'S': true, 'B': true, 'b': true, 'w': true, 'k': true}

// worthALook sorts out most of the bytes that secretSign marks by the next byte.
func worthALook(s string, i int) bool {
	if i+1 == len(s) {
		return false
	}
	switch next := s[i+1]; s[i] {
	case 'b', 'B', 'k':
		return next == 'e'
	case 'w':
		return next == 'o'
	case '.', '-', '_':
		return next > ' '
	}
	return true
}

// secretAt returns where the secret noticed by the byte at i begins and ends, and its masked form; no form where there
// is none. Nothing before from may be looked at: it is masked already.
func secretAt(s string, from, i int) (start, end int, form string) {
	switch s[i] {
	case '-', '_', '.':
		if s[i] == '-' && strings.HasPrefix(s[i:], "-----") {
			if start, end, ok := privateKey(s, from, i); ok {
				return start, end, maskedPrivate
			}
			return 0, 0, ""
		}
		if start, end, ok := knownKey(s, from, i); ok {
			return start, end, maskedKey
		}
		if s[i] == '-' {
			return optionValue(s, from, i)
		}
	case ':', '=':
		if s[i] == ':' {
			if start, end, ok := botToken(s, from, i); ok {
				return start, end, maskedKey
			}
			if start, end, ok := webhook(s, from, i); ok {
				return start, end, maskedKey
			}
		}
		return assigned(s, from, i)
	case '@':
		return credentials(s, from, i)
	case 'J': // eyJ…: a JSON Web Token
		if i-2 >= from && s[i-2:i] == "ey" && !goesOnLeft(s, from, i-2) {
			if end := jwtEnd(s, i+1); end > 0 {
				return i - 2, end, maskedKey
			}
		}
	case 'z': // AIza…: Google
		if i-2 >= from && strings.HasPrefix(s[i-2:], "AIza") && !goesOnLeft(s, from, i-2) {
			if end := span(s, i+2, isURLSafe); end-i >= 30 {
				return i - 2, end, maskedKey
			}
		}
	case 'K', 'S':
		if start, end, ok := capitalKey(s, from, i); ok {
			return start, end, maskedKey
		}
	case 'B', 'b':
		if strings.HasPrefix(s[i+1:], "earer ") && !goesOnLeft(s, from, i) {
			if end := span(s, i+7, isToken); end-(i+7) >= 12 && looksRandom(s[i+7:end], 12) {
				return i + 7, end, maskedKey
			}
		}
	case 'w', 'k': // "the password is hunter2", "the token is …"
		return toldSecret(s, from, i)
	}
	return 0, 0, ""
}

// goesOnLeft reports whether the name at i goes on to the left.
func goesOnLeft(s string, from, i int) bool {
	return i > from && (isAlnum(s[i-1]) || s[i-1] == '_' || s[i-1] == '-' && i-1 > from && isAlnum(s[i-2]))
}

// span returns the end of the run of bytes from i that are.
func span(s string, i int, is func(byte) bool) int {
	for i < len(s) && is(s[i]) {
		i++
	}
	return i
}

func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isAlnum(c byte) bool { return isLower(c) || isUpper(c) || isDigit(c) }

func isHex(c byte) bool     { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }
func isURLSafe(c byte) bool { return isAlnum(c) || c == '-' || c == '_' }
func isToken(c byte) bool {
	return isURLSafe(c) || c == '.' || c == '~' || c == '+' || c == '/' || c == '='
}

// privateKey finds a PEM private key whose BEGIN or, where the beginning was cut off, END line is at i.
func privateKey(s string, from, i int) (start, end int, ok bool) {
	line := s[i:min(len(s), i+80)]
	rest := strings.TrimPrefix(line, "-----")
	close := strings.Index(rest, "-----")
	if close < 0 || !strings.Contains(rest[:close], "PRIVATE KEY") || !isCapital(rest[:close]) {
		return 0, 0, false
	}
	after := i + 5 + close + 5
	if strings.HasPrefix(rest, "END ") {
		return pemBodyStart(s, from, i), after, true
	}
	if !strings.HasPrefix(rest, "BEGIN ") {
		return 0, 0, false
	}
	end = pemBodyEnd(s, after)
	if strings.HasPrefix(s[end:], "-----END ") {
		if k := strings.Index(s[end+5:min(len(s), end+80)], "-----"); k >= 0 {
			end += 5 + k + 5
		}
	}
	return i, end, true
}

// pemBodyEnd passes the lines of base64 and headers from i, line breaks written as "\n" too.
func pemBodyEnd(s string, i int) int {
	for end := i; ; {
		j := pemSpaceEnd(s, end)
		k := span(s, j, isBase64)
		switch word := s[j:k]; {
		case strings.HasPrefix(s[k:], "-Type:"), strings.HasPrefix(s[k:], "-Info:"), word == "Version", word == "Comment":
			for k < len(s) && s[k] != '\n' {
				k++
			}
		case strings.HasPrefix(s[j:], "-----END "):
			return j
		case k-j < 16 && !strings.HasSuffix(word, "=") && !strings.HasPrefix(s[pemSpaceEnd(s, k):], "-----END "):
			return end // prose: the block was cut off
		}
		end = k
	}
}

func pemSpaceEnd(s string, i int) int {
	for i < len(s) {
		switch {
		case strings.IndexByte(" \t\r\n>|", s[i]) >= 0:
			i++
		case strings.HasPrefix(s[i:], `\n`), strings.HasPrefix(s[i:], `\r`):
			i += 2
		default:
			return i
		}
	}
	return i
}

// pemBodyStart goes back over the lines of base64 before i.
func pemBodyStart(s string, from, i int) int {
	for start := i; ; {
		j := start
		for j > from && strings.IndexByte(" \t\r\n>|", s[j-1]) >= 0 {
			j--
		}
		for j-2 >= from && s[j-2:j] == `\n` {
			j -= 2
		}
		k := j
		for k > from && isBase64(s[k-1]) && (k-2 < from || s[k-2] != '\\') {
			k--
		}
		if j == k || j-k < 16 && (start != i || s[j-1] != '=') {
			return start
		}
		start = k
	}
}

func isBase64(c byte) bool { return isAlnum(c) || c == '+' || c == '/' || c == '=' }
