// Command ledger is the floor of a hook that keeps anything: it opens the database, reads one row and inserts one.
//
//	ledger DATABASE [leave]
//
// With "leave" it ends as hooks do, without the checkpoint that the last one to close a database makes.
package main

import (
	"database/sql"
	"io"
	"log"
	"os"

	_ "modernc.org/sqlite"
)

func main() {
	io.Copy(io.Discard, os.Stdin)
	db, err := sql.Open("sqlite", "file:"+os.Args[1]+"?_txlock=immediate&_busy_timeout=5000&_synchronous=NORMAL")
	if err != nil {
		log.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	tx, err := db.Begin()
	if err != nil {
		log.Fatal(err)
	}
	var n int
	if err := tx.QueryRow("select count(*) from session where id = 'session-1'").Scan(&n); err != nil {
		log.Fatal(err)
	}
	if _, err := tx.Exec("insert into event (at, session_id, what) values (0, '', '')"); err != nil {
		log.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		log.Fatal(err)
	}
	if len(os.Args) < 3 {
		db.Close()
	}
}
