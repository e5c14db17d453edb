package db

import (
	"context"
	"fmt"
)

// Settings returns the settings stored here, by name.
func (d *DB) Settings(ctx context.Context) (map[string]string, error) {
	type pair struct{ name, value string }
	all, err := collect(ctx, d.sql, func(r scanner) (p pair, err error) { return p, r.Scan(&p.name, &p.value) },
		"select name, value from setting")
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	m := make(map[string]string, len(all))
	for _, p := range all {
		m[p.name] = p.value
	}
	return m, nil
}

// SaveSetting stores one setting; an empty value goes back to the default.
func (t *Tx) SaveSetting(name, value string) error {
	_, err := t.exec(`insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value`, name, value)
	if value == "" {
		_, err = t.exec("delete from setting where name = ?", name)
	}
	if err != nil {
		return fmt.Errorf("store setting %s: %w", name, err)
	}
	return nil
}
