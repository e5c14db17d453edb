// Package keep decides what the owner decided, says so to the summarizer, checks the summary, and makes the text that
// puts back what is missing.
//
// Contract: pure functions over plain values; no clock, no file, no database. A quote is always an exact substring of a
// word's text. Better forgotten than revived: what was replaced, withdrawn or used up never comes back as live.
package keep
