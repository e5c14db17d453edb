package keep

import "strings"

// knownKey finds a key whose make is told by its prefix, the first "-", "_" or "." of which is at i.
func knownKey(s string, from, i int) (start, end int, ok bool) {
	start = i
	for start > from && i-start < 12 && isAlnum(s[start-1]) {
		start--
	}
	if start == i || goesOnLeft(s, from, start) {
		if s[i] == '.' && i-start == 12 {
			return discordToken(s, from, i)
		}
		return 0, 0, false
	}
	word := s[start:i]
	more, least, body := keyMake(word, s[i:])
	if least == 0 || !strings.HasPrefix(s[i+1:], more) {
		return 0, 0, false
	}
	at := i + 1 + len(more)
	end = span(s[:min(len(s), at+judged)], at, body)
	if slack := word[0] == 'x' && len(word) == 4; end-at < least || !looksRandom(s[at:end], min(least, 10)) && !(slack && classesOf(s[at:end]).digits > 4) {
		return 0, 0, false
	}
	end = span(s, end, body)
	for s[end-1] == '.' { // the end of a sentence
		end--
	}
	return start, end, true
}

// judged is how much of a value is looked at to decide whether it is a secret; the scan stays linear by it.
const judged = 96

func isDotted(c byte) bool { return isURLSafe(c) || c == '.' }

// keyMake says what must follow a prefix: the rest of the prefix behind its first separator, the least length of what
// comes then, and of which bytes it is made. A least length of 0: no known make. rest begins with the separator.
func keyMake(word, rest string) (more string, least int, body func(byte) bool) {
	switch rest[0] {
	case '_':
		switch word {
		case "ghp", "gho", "ghu", "ghs", "ghr": // GitHub
			return "", 20, isAlnum
		case "github":
			return "pat_", 20, isURLSafe
		case "sk", "pk", "rk": // Stripe; a pk_ is public
			for _, mode := range [...]string{"live_", "test_", "prod_"} {
				if word != "pk" && strings.HasPrefix(rest[1:], mode) {
					return mode, 10, isAlnum
				}
			}
		case "whsec", "gsk", "sbp", "glsa", "fo1", "ops", "rubygems", "hf", "r8", "ntn", "figd", "nvapi", "phx", "sntrys", "sntryu", "pscale", "doppler", "xkeysib":
			return "", 20, isURLSafe
		case "npm":
			return "", 20, isAlnum
		case "dop", "doo", "dor": // DigitalOcean
			return "v1_", 20, isHex
		case "shpat", "shpss", "shpca", "shppa": // Shopify
			return "", 16, isAlnum
		case "lin": // Linear
			return "api_", 20, isAlnum
		case "dckr":
			return "pat_", 16, isURLSafe
		case "rzp":
			return "live_", 10, isAlnum
		}
	case '-':
		switch word {
		case "sk": // Anthropic, OpenAI, OpenRouter and more that took the form over
			if strings.HasPrefix(rest, "-ant-") {
				return "ant-", 10, isURLSafe
			}
			return "", 16, isURLSafe
		case "xoxa", "xoxb", "xoxe", "xoxo", "xoxp", "xoxr", "xoxs", "xapp": // Slack
			return "", 10, isURLSafe
		case "glpat", "gldt", "glrt", "glcbt", "glptt", "glsoat", "glagent": // GitLab
			return "", 16, isURLSafe
		case "pypi":
			return "", 32, isURLSafe
		case "tvly", "xai", "pplx", "GOCSPX", "NRAK", "PMAK", "pul":
			return "", 16, isURLSafe
		case "key": // Mailgun
			return "", 32, isHex
		case "AGE":
			return "SECRET-KEY-1", 30, isAlnum
		}
	case '.':
		switch word {
		case "SG": // SendGrid
			return "", 20, isDotted
		case "ya29", "hvs", "hvb", "dp": // Google, Vault, Doppler
			return "", 20, isDotted
		}
	}
	return "", 0, nil
}

// discordToken finds a token of three parts whose first dot is at i.
func discordToken(s string, from, i int) (start, end int, ok bool) {
	start = i
	for start > from && i-start < 30 && isURLSafe(s[start-1]) {
		start--
	}
	if i-start < 23 || i-start > 28 || strings.IndexByte("MNO", s[start]) < 0 {
		return 0, 0, false
	}
	second := span(s, i+1, isURLSafe)
	if second-i-1 < 5 || second-i-1 > 8 || second == len(s) || s[second] != '.' {
		return 0, 0, false
	}
	end = span(s, second+1, isURLSafe)
	return start, end, end-second > 27
}

// botToken finds a Telegram token, 123456789:AA…, whose colon is at i.
func botToken(s string, from, i int) (start, end int, ok bool) {
	if !strings.HasPrefix(s[i:], ":AA") {
		return 0, 0, false
	}
	start = i
	for start > from && i-start < 12 && isDigit(s[start-1]) {
		start--
	}
	end = span(s, i+1, isURLSafe)
	return start, end, i-start >= 8 && end-i > 30
}

// webhook finds an address that lets anybody post, the colon of its scheme at i.
func webhook(s string, from, i int) (start, end int, ok bool) {
	if i-5 < from || s[i-5:i] != "https" {
		return 0, 0, false
	}
	for _, host := range [...]string{"://hooks.slack.com/services/", "://discord.com/api/webhooks/", "://discordapp.com/api/webhooks/"} {
		if strings.HasPrefix(s[i:], host) {
			at := i + len(host)
			end = span(s, at, func(c byte) bool { return isURLSafe(c) || c == '/' })
			return i - 5, end, end-at >= 20
		}
	}
	return 0, 0, false
}

// capitalKey finds AKIA… and ASIA… (AWS) and SK… (Twilio).
func capitalKey(s string, from, i int) (start, end int, ok bool) {
	switch {
	case i > from && s[i-1] == 'A' && strings.HasPrefix(s[i+1:], "IA") && !goesOnLeft(s, from, i-1):
		end = span(s, i+3, func(c byte) bool { return isUpper(c) || isDigit(c) })
		return i - 1, end, end-i >= 15 && (end == len(s) || !isAlnum(s[end]))
	case s[i] == 'S' && strings.HasPrefix(s[i+1:], "K") && !goesOnLeft(s, from, i):
		end = span(s, i+2, func(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'f' })
		return i, end, end-i == 34
	}
	return 0, 0, false
}

// jwtEnd returns the end of a JSON Web Token whose "eyJ" ends at i, or 0.
func jwtEnd(s string, i int) int {
	end := span(s, i, isURLSafe)
	if end-i < 8 || end == len(s) || s[end] != '.' {
		return 0
	}
	body := span(s, end+1, isURLSafe)
	if body-end < 10 {
		return 0
	}
	if body < len(s) && s[body] == '.' {
		if signed := span(s, body+1, isURLSafe); signed > body+1 {
			return signed
		}
	}
	return body
}
