package transcript

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// call is a tool call whose result is waited for.
type call struct {
	ID     string    `json:"id"`
	Name   string    `json:"name"`
	UUID   string    `json:"uuid"` // of the row that made it
	Line   int       `json:"line"`
	At     time.Time `json:"at"`
	Task   db.Task   `json:"task"`             // what TaskCreate and TaskUpdate set
	Commit *commit   `json:"commit,omitempty"` // what a shell command may have committed or merged
}

// worthDecoding says whether a tool call, known by its name and the bytes of its block, can make a boundary, a task or an
// answer of the owner.
func worthDecoding(name, block []byte) bool {
	switch string(name) {
	case askTool, "TodoWrite", "TaskCreate", "TaskUpdate":
		return true
	case "Bash":
		return bytes.Contains(block, []byte("commit")) || bytes.Contains(block, []byte("merge"))
	}
	return bytes.HasPrefix(name, []byte(mcpTool)) // also to know whose result could pass for a refusal of the owner's
}

// mcpWhy tells the tools of git servers that commit or merge.
func mcpWhy(name string) string {
	switch name = name[strings.LastIndex(name, "__")+2:]; name {
	case "git_commit", "commit":
		return whyCommit
	case "merge_pull_request", "merge_pr":
		return whyMerge
	}
	return ""
}

// Why a row is a boundary.
const (
	whyCommit = "commit"
	whyMerge  = "pr_merge"
	whyTask   = "task_completed"
)

// toolUse remembers a call until its result, and takes a task list at once: the client accepts it as it is.
func (r *reader) toolUse(w *row, b block) {
	c := call{ID: b.ID, Name: b.Name, UUID: w.UUID, Line: r.st.Line, At: w.at()}
	var in struct {
		Subject string          `json:"subject"`
		Status  string          `json:"status"`
		TaskID  json.RawMessage `json:"taskId"`
		Command string          `json:"command"`
		Todos   []todo          `json:"todos"`
	}
	if decode(b.Input, &in) != nil {
		return
	}
	switch b.Name {
	case "TodoWrite":
		if !r.st.again("call", b.ID) {
			r.todos(c, in.Todos)
		}
		return
	case askTool:
	case "TaskCreate", "TaskUpdate":
		c.Task = db.Task{ID: r.mask(strings.Trim(string(in.TaskID), `"`)), Subject: r.mask(in.Subject), Status: in.Status}
	case "Bash":
		if c.Commit = r.shell(in.Command, w.CWD); c.Commit == nil {
			return
		}
	default:
		if !strings.HasPrefix(b.Name, mcpTool) {
			return
		}
		if why := mcpWhy(b.Name); why != "" {
			c.Commit = &commit{Why: why}
		}
	}
	r.st.Calls = newest(append(r.st.Calls, c), mostCalls)
}

// waits says whether the result of a call is waited for.
func (st *State) waits(id []byte) bool {
	for i := range st.Calls {
		if st.Calls[i].ID == string(id) {
			return true
		}
	}
	return false
}

// answered takes the call out that a result belongs to.
func (st *State) answered(id string) (call, bool) {
	for i, c := range st.Calls {
		if c.ID == id {
			st.Calls = slices.Delete(st.Calls, i, i+1)
			return c, true
		}
	}
	return call{}, false
}

// called takes the result of a call that was waited for. Only a result tells that something was done.
func (r *reader) called(w *row, c call, text string, failed bool) {
	if r.st.again("call", c.ID) {
		return
	}
	switch {
	case c.Commit != nil:
		if c.Commit.made(text, failed) {
			r.boundaryAt(c, c.Commit.Why)
		}
	case failed:
	case c.Name == "TaskCreate":
		if c.Task.ID = createdID(w.ToolUseResult, text); c.Task.ID != "" {
			c.Task.Status = "pending"
			r.setTask(c)
		}
	case c.Name == "TaskUpdate":
		r.setTask(c)
	}
}

// createdID reads the number of a new task, which stands in the result alone.
func createdID(result json.RawMessage, text string) string {
	var made struct {
		Task struct {
			ID string `json:"id"`
		} `json:"task"`
	}
	if decode(result, &made) == nil && made.Task.ID != "" {
		return made.Task.ID
	}
	_, rest, _ := strings.Cut(text, "Task #")
	id, _, ok := strings.Cut(rest, " created")
	if _, err := strconv.Atoi(id); !ok || err != nil {
		return ""
	}
	return id
}

// setTask takes over what a call says of a task.
func (r *reader) setTask(c call) {
	i := slices.IndexFunc(r.st.Tasks, func(t db.Task) bool { return t.ID == c.Task.ID })
	if i < 0 {
		r.st.Tasks = newest(append(r.st.Tasks, db.Task{ID: c.Task.ID, Status: "pending"}), mostTasks)
		i = len(r.st.Tasks) - 1
	}
	t := &r.st.Tasks[i]
	finished := c.Task.Status == "completed" && t.Status != "completed"
	t.Subject, t.Status = or(c.Task.Subject, t.Subject), or(c.Task.Status, t.Status)
	task := *t
	r.give(Item{Task: &task})
	if finished {
		r.boundaryAt(c, whyTask)
	}
	if task.Status == "deleted" {
		r.st.Tasks = slices.Delete(r.st.Tasks, i, i+1)
	}
}

// todo is an entry of the list that clients up to 2.1.15 write whole each time.
type todo struct {
	Content string `json:"content"`
	Status  string `json:"status"`
}

func (r *reader) todos(c call, list []todo) {
	var tasks []db.Task
	finished := false
	for _, t := range list {
		if t.Content == "" {
			continue
		}
		task := db.Task{ID: strconv.Itoa(len(tasks) + 1), Subject: r.mask(t.Content), Status: t.Status}
		tasks = append(tasks, task)
		finished = finished || task.Status == "completed" && !slices.ContainsFunc(r.st.Tasks, func(old db.Task) bool {
			return old.Subject == task.Subject && old.Status == "completed"
		})
	}
	r.st.Tasks = tasks[:min(len(tasks), mostTasks)]
	r.give(Item{TaskReset: true})
	for i := range r.st.Tasks {
		task := r.st.Tasks[i]
		r.give(Item{Task: &task})
	}
	if finished {
		r.boundaryAt(c, whyTask)
	}
}

func (r *reader) boundaryAt(c call, why string) {
	r.give(Item{Boundary: &db.Boundary{UUID: c.UUID, Line: c.Line, At: c.At, Why: why}})
}
