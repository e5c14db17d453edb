package db

import (
	"context"
	"fmt"
	"time"
)

// Delivery is what doctor --live found out about one version of the client.
type Delivery struct {
	ClientVersion string
	At            time.Time
	Roads         []DeliveryRoad
}

// DeliveryRoad is one road between the client and the ledger.
type DeliveryRoad struct {
	Name    string
	Arrived bool
	Found   string // where it arrived, or what was there instead
}

// Proven reports whether everything arrived.
func (d Delivery) Proven() bool {
	for _, r := range d.Roads {
		if !r.Arrived {
			return false
		}
	}
	return len(d.Roads) > 0
}

// SaveDelivery stores what was found out about a version of the client now, in place of what was known of it.
func (t *Tx) SaveDelivery(version string, roads []DeliveryRoad) error {
	_, err := t.exec("delete from delivery where client_version = ?", version)
	for _, r := range roads {
		if err != nil {
			break
		}
		_, err = t.exec("insert into delivery (client_version, road, at, arrived, found) values (?, ?, ?, ?, ?)",
			version, r.Name, millis(t.Now), r.Arrived, r.Found)
	}
	if err != nil {
		return fmt.Errorf("record what was delivered with client %s: %w", version, err)
	}
	return nil
}

// Deliveries lists what is known of every version of the client, the newest result first; roads by name.
func (d *DB) Deliveries(ctx context.Context) ([]Delivery, error) {
	var all []Delivery
	_, err := collect(ctx, d.sql, func(r scanner) (x struct{}, err error) {
		var version string
		var at int64
		var road DeliveryRoad
		if err = r.Scan(&version, &at, &road.Name, &road.Arrived, &road.Found); err != nil {
			return x, err
		}
		if n := len(all); n == 0 || all[n-1].ClientVersion != version {
			all = append(all, Delivery{ClientVersion: version, At: fromMillis(at)})
		}
		last := &all[len(all)-1]
		last.Roads = append(last.Roads, road)
		return x, nil
	}, "select client_version, at, road, arrived, found from delivery order by at desc, client_version, road")
	if err != nil {
		return nil, fmt.Errorf("list what was delivered: %w", err)
	}
	return all, nil
}

// Heard counts, by event, the runs of the hook executable in a session that did not fail.
func (d *DB) Heard(ctx context.Context, session string) (map[string]int, error) {
	heard := map[string]int{}
	_, err := collect(ctx, d.sql, func(r scanner) (x struct{}, err error) {
		var event string
		var n int
		err = r.Scan(&event, &n)
		heard[event] = n
		return x, err
	}, "select event, count(*) from hook_run where session_id = ? and error = '' group by event", session)
	if err != nil {
		return nil, fmt.Errorf("count hook runs of session %s: %w", session, err)
	}
	return heard, nil
}
