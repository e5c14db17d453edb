package keep

import "strings"

// strength says how much a name promises that its value is a secret.
type strength int

const (
	noSecret strength = iota
	keyName           // token, api_key: the value has to look generated
	passName          // password: people make them up, so less is asked
	authName          // the Authorization header: a scheme may stand before the value
)

// assigned finds the secret in "name: value" or "name=value" whose sign is at i.
func assigned(s string, from, i int) (start, end int, form string) {
	name := nameBefore(s, from, i)
	if name == "" {
		return 0, 0, ""
	}
	strong := nameStrength(name)
	if strong == noSecret || s[i] == ':' && strings.EqualFold(name, "pass") { // "--- PASS: TestX", "first pass: …"
		return 0, 0, ""
	}
	at := i + 1
	for at < len(s) && at < i+4 && (s[at] == '=' || s[at] == '>' || s[at] == '*') {
		at++
	}
	env := isCapital(name) && (s[i] == '=' && at == i+1 || strings.Contains(name, "_"))
	return value(s, at, strong, env)
}

// nameBefore returns the name that ends before i: quote marks, a bracket, emphasis and blanks may stand between.
func nameBefore(s string, from, i int) string {
	end := i
	for end > from && i-end < 4 && (s[end-1] == ' ' || s[end-1] == ':' || s[end-1] == '*') {
		end--
	}
	if end-2 >= from && s[end-1] == ']' && (s[end-2] == '"' || s[end-2] == '\'') {
		end -= 2
	} else {
		for end > from && i-end < 6 && strings.IndexByte("\"'`\\*", s[end-1]) >= 0 {
			end--
		}
	}
	if end-3 >= from && s[end-3:end] == " is" { // "the password is: …"
		end -= 3
	}
	// Most names in prose and code end in another letter than a secret's: the cheapest way out.
	if end == from || strings.IndexByte("deslhywntgDESLHYWNTG", s[end-1]) < 0 {
		return ""
	}
	start := end
	for start > from && end-start < 48 && (isURLSafe(s[start-1]) || s[start-1] == '.') {
		start--
	}
	if strings.EqualFold(s[start:end], "key") && start-1 > from && s[start-1] == ' ' { // "API key"
		for start--; start > from && end-start < 24 && isAlnum(s[start-1]); start-- {
		}
	}
	return s[start:end]
}

var (
	passNames = [...]string{"password", "passwd", "passphrase", "passwort", "kennwort", "pwd"}
	keyNames  = [...]string{"secret", "token", "apikey", "secretkey", "accesskey", "privatekey", "authkey", "signingkey",
		"encryptionkey", "masterkey", "accountkey", "deploykey", "servicekey", "webhookkey", "secretkeybase", "credential",
		"credentials", "jwt", "sig", "signature", "auth"}
)

func nameStrength(name string) strength {
	var b [64]byte
	n, last := 0, 0 // last: where the last word of the name begins in b
	for i := range len(name) {
		c := name[i]
		switch {
		case !isAlnum(c):
			last = n
			continue
		case isUpper(c):
			if i > 0 && isLower(name[i-1]) {
				last = n
			}
			c += 'a' - 'A'
		}
		b[n] = c
		n++
	}
	flat, word := string(b[:n]), string(b[last:n])
	if flat == "authorization" || flat == "proxyauthorization" {
		return authName
	}
	if word == "pass" || word == "pw" {
		return passName
	}
	for _, p := range passNames {
		if strings.HasSuffix(flat, p) {
			return passName
		}
	}
	for _, k := range keyNames {
		if strings.HasSuffix(flat, k) && (len(k) > 4 || word == k) {
			return keyName
		}
	}
	return noSecret
}

func isCapital(name string) bool {
	for i := range len(name) {
		if isLower(name[i]) {
			return false
		}
	}
	return true
}

// value finds the secret that is assigned at i. env tells NAME=value, where a password may be a plain word.
func value(s string, i int, strong strength, env bool) (start, end int, form string) {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	quote := byte(0)
	if i+1 < len(s) && s[i] == '\\' && (s[i+1] == '"' || s[i+1] == '\'') {
		i++
	}
	if i < len(s) && strings.IndexByte("\"'`", s[i]) >= 0 {
		quote = s[i]
		i++
	}
	if strong == authName {
		for _, scheme := range [...]string{"Bearer ", "bearer ", "Basic ", "basic ", "Token ", "token ", "Bot ", "ApiKey "} {
			if strings.HasPrefix(s[i:], scheme) {
				i += len(scheme)
				break
			}
		}
	}
	end = i
	for end < len(s) && inValue(s[end], quote) && (s[end] != '@' || strong == passName) {
		end++
		if end-i == judged && !looksSecret(s[i:end], strong, env) {
			return 0, 0, ""
		}
	}
	if quote == 0 { // the end of a sentence, of bold text
		end = i + len(strings.TrimRight(strings.TrimSuffix(s[i:end], "**"), ".:"))
	}
	if quote != 0 && end < len(s) && s[end] == ' ' { // a description
		return 0, 0, ""
	}
	if end < len(s) && s[end] == '(' || !looksSecret(s[i:min(end, i+judged)], strong, env || quote != 0) {
		return 0, 0, ""
	}
	if strong == passName {
		return i, end, maskedPassword
	}
	return i, end, maskedKey
}

// inValue tells the bytes a value goes on with.
func inValue(c, quote byte) bool {
	if quote != 0 {
		return c != quote && c > ' ' && c != '\\'
	}
	return c > ' ' && strings.IndexByte("\"'`<>()[]{}|,;&\\", c) < 0
}

// credentials finds the password of scheme://user:password@host, the "@" of which is at i.
func credentials(s string, from, i int) (start, end int, form string) {
	scheme := -1
	for j := i - 1; j > from && i-j < 512; j-- {
		c := s[j]
		if c <= ' ' || strings.IndexByte("@\"'`<>()[]{}|\\", c) >= 0 || c == '/' && s[j-1] != '/' {
			return 0, 0, ""
		}
		if c == '/' {
			scheme = j + 1
			break
		}
	}
	if scheme < from+4 || s[scheme-3] != ':' || !isAlnum(s[scheme-4]) {
		return 0, 0, ""
	}
	for j := i + 1; j < len(s) && j-i < 128 && s[j] > ' ' && strings.IndexByte("/?#\"'`<>()", s[j]) < 0; j++ {
		if s[j] == '@' { // the password has an "@" of its own
			i = j
		}
	}
	user := s[scheme:i]
	if colon := strings.IndexByte(user, ':'); colon >= 0 {
		if pass := user[colon+1:]; len(pass) > 0 && !(len(pass) > 1 && isPlaceholder(pass)) {
			return scheme + colon + 1, i, maskedPassword
		}
		return 0, 0, ""
	}
	if looksRandom(user, 20) {
		return scheme, i, maskedKey
	}
	return 0, 0, ""
}

// optionValue finds the secret in "--password value", "--token value" and "-u user:password", the first "-" at i.
func optionValue(s string, from, i int) (start, end int, form string) {
	if i > from && s[i-1] > ' ' && s[i-1] != '`' && s[i-1] != '"' {
		return 0, 0, ""
	}
	if strings.HasPrefix(s[i:], "--") {
		name := span(s, i+2, isURLSafe)
		if name == i+2 || name-i > 40 || name >= len(s) || s[name] != ' ' {
			return 0, 0, ""
		}
		if s[i+2:name] == "user" {
			return userPassword(s, name+1)
		}
		if strong := nameStrength(s[i+2 : name]); strong != noSecret {
			return value(s, name+1, strong, false)
		}
		return 0, 0, ""
	}
	if strings.HasPrefix(s[i:], "-u ") {
		return userPassword(s, i+3)
	}
	return 0, 0, ""
}

func userPassword(s string, i int) (start, end int, form string) {
	if i < len(s) && strings.IndexByte("\"'", s[i]) >= 0 {
		i++
	}
	colon := span(s, i, isDotted)
	if colon == i || colon-i > 64 || colon == len(s) || s[colon] != ':' {
		return 0, 0, ""
	}
	if looksRandom(s[i:colon], 10) { // a key: it is masked when its own sign is reached
		return 0, 0, ""
	}
	start, end, form = value(s, colon+1, passName, false)
	if form == "" || classesOf(s[start:min(end, start+judged)]).digits == end-start { // "-u 1000:100000"
		return 0, 0, ""
	}
	return start, end, form
}

// toldSecret finds "password is hunter2" and "API key hB7…", where i is at the "w" of the one or the "k" of the other.
func toldSecret(s string, from, i int) (start, end int, form string) {
	name, strong := i+1, keyName
	switch {
	case s[i] == 'w' && i-4 >= from && s[i-3:i] == "ass" && (strings.HasPrefix(s[i:], "word") || strings.HasPrefix(s[i:], "wort")):
		name, strong = i+4, passName
	case i-2 >= from && strings.HasPrefix(s[i-2:], "token"):
		name = i + 3
	case strings.HasPrefix(s[i:], "key") && i > from && s[i-1] == ' ' && nameStrength(nameBefore(s, from, i+3)) == keyName:
		name = i + 3
	default:
		return 0, 0, ""
	}
	if name >= len(s) || s[name] != ' ' {
		return 0, 0, ""
	}
	for _, link := range [...]string{"is ", "ist ", "was ", "-> "} {
		if strings.HasPrefix(s[name+1:], link) {
			return value(s, name+1+len(link), strong, false)
		}
	}
	start, end, form = value(s, name+1, strong, false)
	if form == "" {
		return 0, 0, ""
	}
	v := s[start:min(end, start+judged)]
	if c := classesOf(v); s[start-1] == ' ' && (wordy(v) || c.hex == len(v) || c.digits == 0 || c.letters() == 0 || len(v) < 7 || strong == keyName && len(v) < 20) {
		return 0, 0, "" // nothing says that the next word is the value
	}
	return start, end, form
}
