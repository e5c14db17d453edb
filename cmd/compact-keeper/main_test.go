package main_test

import (
	"os"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

func TestMain(m *testing.M) { os.Exit(lab.Main(m)) }
