package web_test

import "testing"

func BenchmarkCompactions(b *testing.B) { benchPage(b, "/compactions") }
