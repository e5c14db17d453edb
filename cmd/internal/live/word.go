package live

import (
	"crypto/rand"
	"fmt"
	"strings"
)

// randomWord makes a word that stands nowhere else. It can be spoken, so that nothing takes it for a secret and masks it.
func randomWord() string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	random := make([]byte, 10)
	rand.Read(random)
	for i := range random {
		letters := consonants
		if i%2 == 1 {
			letters = vowels
		}
		random[i] = letters[int(random[i])%len(letters)]
	}
	return string(random)
}

// The prompts: rules are decisions, which the ledger keeps; remarks are not.

func rule(word string) string { return fmt.Sprintf("Never rename the branch %s.", word) }

func remark(word string) string {
	return fmt.Sprintf("The weather in %s was fine this morning.", word)
}

const (
	aside = "The coffee was good as well."
	goOn  = "What is next?"
)

// The lists together are more than three of the parts that the client takes, and less than four.
const (
	parts     = 4
	lists     = 4
	listRules = 40
)

// longList makes a prompt of rules that each hold a word of their own.
func longList() (prompt string, words []string) {
	var b strings.Builder
	for range listRules {
		word := randomWord()
		words = append(words, word)
		fmt.Fprintf(&b, "- Never rename the column %s: %s and so does the next.\n", word, strings.Repeat("the report of last month reads it, ", 4))
	}
	return strings.TrimSpace(b.String()), words
}

// summary is what the stand-in for the model answers when it is asked for one.
func summary(text string) string {
	return "<analysis>\nthought about it\n</analysis>\n\n<summary>\n1. Primary Request: " + text + "\n</summary>"
}
