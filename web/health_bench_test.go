package web_test

import "testing"

func BenchmarkHealth(b *testing.B) { benchPage(b, "/health") }

func BenchmarkHealthAsAFile(b *testing.B) { benchPage(b, "/health?format=json") }
