package web

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// projectsShown is how many projects the page holds at once; a link leads to all.
const projectsShown = 30

// projectsView is what the page of the projects shows.
type projectsView struct {
	page
	Find     string // only those with these words in their path
	All      bool   // however many they are
	Switched int64  // the project whose switch was just thrown
	Used     []projectItem
	Unused   []projectItem // those without a session
	More     int           // used ones that are not shown
	Total    int
}

// projectItem is a project with the name that tells it from the others.
type projectItem struct {
	db.Project
	Name string
}

// showProjects lists the projects with their switches, the one used last first; ?find= only some of them.
func (s *Server) showProjects(w http.ResponseWriter, r *http.Request) error {
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return err
	}
	v := projectsView{Find: strings.TrimSpace(r.URL.Query().Get("find")), All: r.URL.Query().Get("all") != ""}
	if v.Switched, err = queryID(r, "switched"); err != nil {
		return err
	}
	if v.page, err = s.newPage(r, d, "Projects", "Projects"); err != nil {
		return err
	}
	v.exports = true
	all, err := d.Projects(r.Context())
	if err != nil {
		return err
	}
	if done, err := s.export(w, r, "projects", projectsFile(all), func(b *strings.Builder) { markdownProjects(b, all) }); done {
		return err
	}
	v.sort(all)
	s.render(w, r, http.StatusOK, projectsPage(v))
	return nil
}

// sort puts the projects where they are shown.
func (v *projectsView) sort(all []db.Project) {
	v.Total = len(all)
	names := projectNames(all)
	for i, p := range all {
		x := projectItem{p, names[i]}
		switch {
		case !hasAll(p.Root, v.Find):
		case p.Sessions == 0 && p.Enabled: // one that is off may have no session because it is off
			v.Unused = append(v.Unused, x)
		default:
			v.Used = append(v.Used, x)
		}
	}
	if v.All || v.Find != "" || len(v.Used) <= projectsShown {
		return
	}
	rest := v.Used[projectsShown:]
	v.Used, v.More = v.Used[:projectsShown:projectsShown], len(rest)
	if i := slices.IndexFunc(rest, func(x projectItem) bool { return x.ID == v.Switched }); i >= 0 {
		v.Used = append(v.Used, rest[i])
		v.More--
	}
}

// hasAll tells whether text has each of the words, whatever the case of the letters.
func hasAll(text, words string) bool {
	text = strings.ToLower(text)
	for _, word := range strings.Fields(strings.ToLower(words)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// projectNames names each project by the last part of its path, or by the last two where another one has the same.
func projectNames(all []db.Project) []string {
	same := map[string]int{}
	for _, p := range all {
		same[folder(p.Root)]++
	}
	names := make([]string, len(all))
	for i, p := range all {
		if names[i] = folder(p.Root); same[names[i]] > 1 {
			names[i] = place(p.Root)
		}
	}
	return names
}

// address is the page's address with what is being looked for.
func (v *projectsView) at(all bool) string { return v.base + projectsAddress(v.Find, all, 0) }

// projectsAddress is the path of the page, below the prefix.
func projectsAddress(find string, all bool, switched int64) string {
	q := url.Values{}
	if find != "" {
		q.Set("find", find)
	}
	if all {
		q.Set("all", "1")
	}
	if switched != 0 {
		q.Set("switched", fmt.Sprint(switched))
	}
	if len(q) == 0 {
		return "/projects"
	}
	return "/projects?" + q.Encode()
}

// projectJSON is a project in a file.
type projectJSON struct {
	ID            int64      `json:"id"`
	Root          string     `json:"root"`
	Enabled       bool       `json:"enabled"`
	Sessions      int        `json:"sessions"`
	Compactions   int        `json:"compactions"`
	LiveDecisions int        `json:"live_decisions"`
	LastAt        *time.Time `json:"last_at"`
}

// projectsFile is the list as a file: every project, also where the page holds some.
func projectsFile(all []db.Project) any {
	list := make([]projectJSON, len(all))
	for i, p := range all {
		list[i] = projectJSON{p.ID, p.Root, p.Enabled, p.Sessions, p.Compactions, p.Live, knownTime(p.LastAt)}
		if p.Sessions == 0 {
			list[i].LastAt = nil
		}
	}
	return map[string]any{"projects": list}
}

func markdownProjects(b *strings.Builder, all []db.Project) {
	b.WriteString("# Projects\n\n| Project | Keeper | Sessions | Compactions | Live decisions | Last active |\n| --- | --- | ---: | ---: | ---: | --- |\n")
	for _, p := range all {
		last := "never"
		if p.Sessions > 0 {
			last = exact(p.LastAt)
		}
		fmt.Fprintf(b, "| %s | %s | %d | %d | %d | %s |\n", plainMarkdown(p.Root), cmp.Or(map[bool]string{true: "on"}[p.Enabled], "off"), p.Sessions, p.Compactions, p.Live, last)
	}
}
