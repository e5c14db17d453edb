package db_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

func TestDeliveryOfAVersionTakesThePlaceOfTheLast(t *testing.T) {
	d := open(t, t.TempDir())
	at := time.UnixMilli(1_800_000_000_000)
	d.Now = func() time.Time { return at }
	lost := db.DeliveryRoad{Name: "brief", Found: "not there"}
	arrived := db.DeliveryRoad{Name: "restore", Arrived: true, Found: "in the next request"}
	save := func(version string, roads ...db.DeliveryRoad) {
		t.Helper()
		at = at.Add(time.Hour)
		write(t, d, func(x *db.Tx) error { return x.SaveDelivery(version, roads) })
	}
	save("2.1.332", lost, arrived)
	first := at
	save("2.1.400", arrived)
	second := at
	known := func(want ...db.Delivery) {
		t.Helper()
		if got, err := d.Deliveries(ctx); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("known is %+v, %v, want %+v", got, err, want)
		}
	}
	known(db.Delivery{ClientVersion: "2.1.400", At: second, Roads: []db.DeliveryRoad{arrived}},
		db.Delivery{ClientVersion: "2.1.332", At: first, Roads: []db.DeliveryRoad{lost, arrived}})
	save("2.1.332", arrived)
	known(db.Delivery{ClientVersion: "2.1.332", At: at, Roads: []db.DeliveryRoad{arrived}},
		db.Delivery{ClientVersion: "2.1.400", At: second, Roads: []db.DeliveryRoad{arrived}})
}

func TestDeliveryIsProvenByEveryRoad(t *testing.T) {
	for _, c := range []struct {
		name  string
		roads []db.DeliveryRoad
		want  bool
	}{
		{"all arrived", []db.DeliveryRoad{{Arrived: true}, {Arrived: true}}, true},
		{"one did not", []db.DeliveryRoad{{Arrived: true}, {}}, false},
		{"none was tried", nil, false},
	} {
		if got := (db.Delivery{Roads: c.roads}).Proven(); got != c.want {
			t.Errorf("%s: proven %t", c.name, got)
		}
	}
}

func TestHeardCountsRunsThatDidNotFail(t *testing.T) {
	d := open(t, t.TempDir())
	for _, r := range []db.Run{
		{Event: "Stop", SessionID: "s", Outcome: "ok"}, {Event: "Stop", SessionID: "s", Outcome: "ok"},
		{Event: "PreCompact", SessionID: "s", Outcome: "failed", Error: "no room"}, {Event: "SessionEnd", SessionID: "other", Outcome: "ok"},
	} {
		write(t, d, func(x *db.Tx) error { return x.AddRun(r) })
	}
	if got, err := d.Heard(ctx, "s"); err != nil || !reflect.DeepEqual(got, map[string]int{"Stop": 2}) {
		t.Errorf("heard %v, %v", got, err)
	}
}
