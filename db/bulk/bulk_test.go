package bulk_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/db/bulk"
)

func TestAFilledLedgerIsSound(t *testing.T) {
	d, err := db.Open(context.Background(), filepath.Join(t.TempDir(), "state"), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := bulk.Fill(t.Context(), d, bulk.Small); err != nil {
		t.Fatal(err)
	}
	all, err := d.ListDecisions(t.Context(), db.DecisionFilter{})
	if err != nil || len(all) != bulk.Small.Decisions {
		t.Fatalf("%d decisions, %v; want %d", len(all), err, bulk.Small.Decisions)
	}
	for _, x := range all[:50] {
		words, err := d.Words(t.Context(), x.SessionID)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range words {
			if w.ID == x.WordID && (x.Start+len(x.Quote) > len(w.Text) || w.Text[x.Start:x.Start+len(x.Quote)] != x.Quote) {
				t.Errorf("decision %d is %q, its word %q from %d", x.ID, x.Quote, w.Text, x.Start)
			}
		}
	}
	compactions, err := d.Compactions(t.Context(), "", 1000)
	if err != nil || len(compactions) != bulk.Small.Compactions {
		t.Fatalf("%d compactions, %v; want %d", len(compactions), err, bulk.Small.Compactions)
	}
	asked := 0
	for _, c := range compactions {
		asked += c.Asked
	}
	if asked == 0 {
		t.Error("no compaction has an outcome")
	}
	if _, err := d.Health(t.Context()); err != nil {
		t.Error(err)
	}
}
