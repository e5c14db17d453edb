package web

//go:generate go tool templ generate -log-level warn
