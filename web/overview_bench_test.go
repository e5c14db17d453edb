package web_test

import "testing"

func BenchmarkOverview(b *testing.B) { benchPage(b, "/") }

func BenchmarkProjects(b *testing.B) { benchPage(b, "/projects") }

func BenchmarkProjectsAll(b *testing.B) { benchPage(b, "/projects?all=1") }

func BenchmarkCompactionsOfAProject(b *testing.B) {
	benchPage(b, "/compactions?project=4&trigger=auto")
}

func BenchmarkCompactionsThatAreRare(b *testing.B) { benchPage(b, "/compactions?state=missed") }
