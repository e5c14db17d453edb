// Command record is a hook for tests: it writes down what the client gave it, and prints what its flags say.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	out := flag.String("out", "", "folder of the records")
	name := flag.String("name", "", "label of this hook")
	text := flag.String("print", "", "what to print")
	sleep := flag.Duration("sleep", 0, "how long to wait before printing")
	flag.Parse()
	start := time.Now()
	in, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	var base struct {
		Event      string `json:"hook_event_name"`
		Transcript string `json:"transcript_path"`
	}
	if err := json.Unmarshal(in, &base); err != nil {
		log.Fatal(err)
	}
	rows, _ := os.ReadFile(base.Transcript) // not there yet before the first turn
	b, err := json.Marshal(map[string]any{
		"name": *name, "event": base.Event, "at": start, "stdin": json.RawMessage(in),
		"transcript": strings.Split(strings.TrimSpace(string(rows)), "\n"),
	})
	if err != nil {
		log.Fatal(err)
	}
	path := filepath.Join(*out, fmt.Sprintf("%d-%d.json", start.UnixNano(), os.Getpid()))
	// a reader must not see half of it
	if err := errors.Join(os.WriteFile(path+".new", b, 0o600), os.Rename(path+".new", path)); err != nil {
		log.Fatal(err)
	}
	time.Sleep(*sleep)
	fmt.Print(*text)
}
