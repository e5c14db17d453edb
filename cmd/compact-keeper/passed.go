package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/past"
)

// passedSetting is where the projects stand that the owner did not choose to import, so that up does not ask again.
const passedSetting = "import_passed"

func passedOver(ctx context.Context, d *db.DB) (map[string]bool, error) {
	stored, err := d.Settings(ctx)
	if err != nil {
		return nil, err
	}
	var roots []string
	passed := map[string]bool{}
	if json.Unmarshal([]byte(stored[passedSetting]), &roots) == nil { // else it asks once more
		for _, root := range roots {
			passed[root] = true
		}
	}
	return passed, nil
}

// passOver remembers what of all was not chosen.
func passOver(ctx context.Context, d *db.DB, passed map[string]bool, all, chosen []past.Project) error {
	for _, p := range all {
		passed[p.Root] = true
	}
	for _, p := range chosen {
		delete(passed, p.Root)
	}
	var roots []string
	for root := range passed {
		roots = append(roots, root)
	}
	text, err := json.Marshal(roots)
	if err != nil {
		return err
	}
	return d.Write(ctx, func(t *db.Tx) error { return t.SaveSetting(passedSetting, string(text)) })
}

// numbers reads "1 3-5" or "1,3-5".
func numbers(text string, most int) (map[int]bool, error) {
	picked := map[int]bool{}
	for _, field := range strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' }) {
		low, high, isRange := strings.Cut(field, "-")
		if !isRange {
			high = low
		}
		from, err1 := strconv.Atoi(low)
		to, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil || from < 1 || to > most || from > to {
			return nil, fmt.Errorf("%q is no number from 1 to %d", field, most)
		}
		for n := from; n <= to; n++ {
			picked[n] = true
		}
	}
	return picked, nil
}
