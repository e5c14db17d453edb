package settings_test

import "strings"

// What the client does not read, with the place that a person has to correct; and what this program cannot edit, which
// says so (BR-34: a failing of ours is none of the file's).
var refusedFiles = []file{
	{name: "a line comment", before: "{\n  // mine\n  \"a\": 1\n}\n", at: [2]int{2, 3}, refused: "a comment"},
	{name: "a comment behind a value", before: "{\n  \"a\": 1, // mine\n  \"b\": 2\n}\n", at: [2]int{2, 11}, refused: "a comment"},
	{name: "a block comment behind a byte order mark", before: "\ufeff/* mine */ {}", at: [2]int{1, 1}, refused: "a comment"},
	{name: "a shell comment", before: "{\r\n\"é\": 1 # mine\r\n}", at: [2]int{2, 8}, refused: "a comment"},
	{name: "a trailing comma in an object", before: "{\n  \"a\": 1,\n}\n", at: [2]int{2, 9}, refused: "Remove the comma"},
	{name: "a trailing comma in a list", before: "{\n  \"a\": [1, 2 , \n]\n}\n", at: [2]int{2, 14}, refused: "Remove the comma"},
	{name: "two commas", before: `{"a": 1,, "b": 2}`, at: [2]int{1, 9}, refused: "invalid character ','"},
	{name: "a missing comma", before: "{\n  \"a\": 1\n  \"b\": 2\n}", at: [2]int{3, 3}, refused: "after object key:value pair"},
	{name: "a file cut off in a string", before: "{\n  \"hooks\": {\"St", at: [2]int{2, 16}, refused: "ends too early"},
	{name: "a file cut off before its last bracket", before: "{\n  \"a\": 1\n", at: [2]int{3, 1}, refused: "ends too early"},
	{name: "a file of zeros, as a power cut leaves", before: "\x00\x00\x00", at: [2]int{1, 1}, refused: "invalid character"},
	{name: "single quotes", before: "{'a': 1}", at: [2]int{1, 2}, refused: "invalid character"},
	{name: "a key without quotes", before: "{a: 1}", at: [2]int{1, 2}, refused: "invalid character"},
	{name: "a line end in a string", before: "{\"a\": \"x\ny\"}", at: [2]int{1, 9}, refused: "in string literal"},
	{name: "a second value", before: "{}\n{}", at: [2]int{2, 1}, refused: "after top-level value"},
	{name: "a list at the top", before: "[]\n", at: [2]int{1, 1}, refused: "the file must be one object"},
	{name: "a string at the top", before: "\n \"hooks\"", at: [2]int{2, 2}, refused: "the file must be one object"},
	{name: "zeros inside of a string", before: "{\"a\": \"x\x00y\"}", at: [2]int{1, 9}, refused: "in string literal"},
	{name: "UTF-16 without its mark", before: "{\x00}\x00", at: [2]int{1, 2}, refused: "invalid character"},
	{name: "UTF-16 the other way round", before: "\xfe\xff\x00{\x00}", at: [2]int{1, 1}, refused: "invalid character"},
	{name: "two byte order marks", before: "\ufeff\ufeff{}", at: [2]int{1, 1}, refused: "invalid character"},
	{name: "a list in place of hooks", before: `{"hooks": []}`, at: [2]int{1, 11}, refused: `"hooks" is a list and must be an object`},
	{name: "null in place of hooks", before: `{"hooks": null}`, at: [2]int{1, 11}, refused: `"hooks" is null and must be an object`},
	{name: "a number where hooks stand again", before: `{"hooks": {}, "hooks": 7}`, at: [2]int{1, 24}, refused: `"hooks" is 7 and must be an object`},
	{name: "null for an event of ours", before: `{"hooks": {"Stop": null}}`, at: [2]int{1, 20}, refused: `"Stop" is null and must be a list`},
	{name: "an object for an event of ours", before: `{"hooks": {"Stop": {}}}`, at: [2]int{1, 20}, refused: `"Stop" is an object and must be a list`},
	{name: "a wrong value of a key that the client knows", before: "{\n  \"model\": 7\n}\n", at: [2]int{2, 12}, refused: `"model" is 7 and must be a string`},
	{name: "10 MB", before: `{"a": "` + strings.Repeat("x", 10_000_000) + `"}`, at: [2]int{1, 2<<20 + 1}, refused: "the client skips one of more than 2097152 whole"},
	{name: "no room for our hooks in what the client reads", before: `{"a": "` + strings.Repeat("x", 2<<20-100) + `"}`, refused: "with our hooks it would have"},
	{name: "nesting of 20,000 levels", before: `{"a": ` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`, refused: "the client may well read it, but this program cannot"},
	{name: "UTF-16 with half a character", before: "\xff\xfe{\x00}\x00\x3d\xd8", refused: "which this program cannot edit. Save it as UTF-8"},
}
