package keep

import "strings"

// looksSecret judges a value by what its name promises. plain lets a password be a word.
func looksSecret(v string, strong strength, plain bool) bool {
	if len(v) < 4 || isPlaceholder(v) || isUUID(v) || isPath(v) || isReference(v) {
		return false
	}
	c := classesOf(v)
	switch strong {
	case passName:
		switch {
		case c.digits == len(v):
			return len(v) >= 6
		case c.letters() == len(v):
			return plain && len(v) >= 6 && !isTypeWord(v)
		}
		return len(v) >= 6 && !technical(v)
	case authName:
		return len(v) >= 8 && (c.digits+c.other > 0 || c.upper > 0 && c.lower > 0)
	}
	if c.digits == 0 && c.upper < 4 || c.letters() == 0 && c.other == 0 || wordy(v) || technical(v) || isBranch(v, c) {
		return false
	}
	if c.hex == len(v) {
		return len(v) >= 24 // a shorter one may be a commit
	}
	return len(v) >= 20 || !isNumbered(v) && (len(v) >= 12 || len(v) >= 8 && c.changes >= 3)
}

// classes counts what a value is made of.
type classes struct{ lower, upper, digits, other, hex, changes int }

func (c classes) letters() int { return c.lower + c.upper }

func classesOf(v string) classes {
	var c classes
	last := 0
	for i := range len(v) {
		b, class := v[i], 0
		switch {
		case isLower(b):
			c.lower++
			class = 1
		case isUpper(b):
			c.upper++
			class = 2
		case isDigit(b):
			c.digits++
			class = 3
		default:
			c.other++
			class = 4
		}
		if isHex(b) {
			c.hex++
		}
		if i > 0 && class != last {
			c.changes++
		}
		last = class
	}
	return c
}

// isPlaceholder tells what stands for a secret: a variable, a masked form, dots or stars.
func isPlaceholder(v string) bool {
	switch {
	case v[0] == '$' && (v[1] == '{' || v[1] == '(' || isUpper(v[1])), v[0] == '%' && v[len(v)-1] == '%', v[0] == '{', v[0] == '<', v[0] == '[':
		return true
	}
	if v[0] == '!' && classesOf(v[1:]).letters() == len(v)-1 { // a YAML tag
		return true
	}
	return strings.Contains(v, "...") || strings.Contains(v, "***") || strings.Contains(v, "xxxx") || strings.Contains(v, "XXXX")
}

func isPath(v string) bool {
	return v[0] == '/' || v[0] == '~' || strings.HasPrefix(v, "./") || strings.HasPrefix(v, "../") || len(v) > 2 && v[1] == ':' && v[2] == '\\' ||
		strings.Contains(v, "://")
}

// isBranch tells a relative path or a branch from base64, which has slashes too.
func isBranch(v string, c classes) bool {
	return strings.IndexByte(v, '/') > 0 && (c.upper == 0 || strings.LastIndexByte(v, '.') > len(v)-6)
}

// isNumbered tells a name that ends in a number of one or two digits, such as userAccount2.
func isNumbered(v string) bool {
	name := strings.TrimRight(v, "0123456789")
	return len(v)-len(name) <= 2 && classesOf(name).digits == 0
}

// isReference tells code that names a value, such as config.db1.password: short names joined by dots.
func isReference(v string) bool {
	dots := 0
	for i := 0; i < len(v); {
		j := span(v, i, func(c byte) bool { return isAlnum(c) || c == '_' })
		if j == i || j-i > 20 || isDigit(v[i]) || j < len(v) && v[j] != '.' {
			return false
		}
		if j < len(v) {
			dots++
		}
		i = j + 1
	}
	return dots > 0
}

// wordy tells a name made of words and numbers, such as fix-login-1234 or k8s-secret-01.
func wordy(v string) bool {
	odd := 0
	for i := 0; i < len(v); {
		j := span(v, i, isAlnum)
		switch c := classesOf(v[i:j]); {
		case c.digits > 0 && c.letters() > 0 && j-i <= 4:
			odd++
		case c.digits > 0 && c.letters() > 0, j-i > 16, c.upper > 0 && c.lower > 0 && c.changes > 3:
			return false
		}
		i = j + 1
	}
	return odd < 2 && (odd == 0 || len(v) > 8)
}

// technical tells the names of methods that have digits in them.
func technical(v string) bool {
	for _, p := range [...]string{"sha", "md5", "base64", "base32", "bcrypt", "argon2", "utf", "oauth", "x509", "ed25519", "rs256", "hs256", "es256", "aes", "pbkdf2", "scrypt"} {
		if len(v) >= len(p) && strings.EqualFold(v[:len(p)], p) && len(v) < 16 {
			return true
		}
	}
	return false
}

// isTypeWord tells the plain words that a description puts where a password would stand.
func isTypeWord(v string) bool {
	switch strings.ToLower(v) {
	case "string", "required", "optional", "password", "passwort", "passwd", "secret", "hidden", "redacted", "masked", "default", "missing", "invalid",
		"please", "random", "undefined", "nullable", "varchar", "prompt", "stored", "hashed", "encrypted", "current", "confirm", "generated", "passphrase":
		return true
	}
	return false
}

// looksRandom tells a generated value from words: it holds a run of letters and digits that no word or number has, n
// long where letters and digits are mixed.
func looksRandom(v string, n int) bool {
	if isUUID(v) {
		return false
	}
	for i := 0; i < len(v); {
		j := span(v, i, isAlnum)
		c := classesOf(v[i:j])
		switch run := j - i; {
		case run >= 30, run >= n && c.digits > 0 && c.letters() > 0, run >= 20 && c.lower > 0 && c.upper > 2, run >= 10 && c.letters() == 0:
			return true
		}
		i = j + 1
	}
	return false
}

func isUUID(v string) bool {
	if len(v) != 36 || v[8] != '-' || v[13] != '-' || v[18] != '-' || v[23] != '-' {
		return false
	}
	for i := range len(v) {
		if !isHex(v[i]) && v[i] != '-' {
			return false
		}
	}
	return true
}
