package live

import "slices"

// Roads are the roads that are proven, in the order in which they are shown. Their names stand in the ledger.
var Roads = []Road{
	{Name: "session_start", What: "The start of a session is heard"},
	{Name: "prompt", What: "A prompt reaches the ledger"},
	{Name: "stop", What: "The end of a turn is heard"},
	{Name: "manual_brief", What: "/compact: a decision is asked for"},
	{Name: "manual_restore", What: "/compact: a lost message is put back"},
	{Name: "post_compact", What: "/compact: its end is heard"},
	{Name: "boundary", What: "/compact: its row is matched"},
	{Name: "auto_brief", What: "Automatic: four parts are asked for"},
	{Name: "auto_restore", What: "Automatic: four parts are put back"},
	{Name: "check", What: "Automatic: the summary is checked"},
	{Name: "session_end", What: "The end of a session is heard"},
	{Name: "fallback", What: "No SessionStart: by the next prompt"},
}

// found notes what lies at the end of a road: the word, or wrong.
func (p *proof) found(road, where string, wrong error) {
	if wrong != nil {
		where = wrong.Error()
	}
	p.notes[road] = Road{Arrived: wrong == nil, Found: where}
}

// roads returns every road with what was found there.
func (p *proof) roads() []Road {
	all := slices.Clone(Roads)
	for i := range all {
		note, tried := p.notes[all[i].Name]
		if !tried {
			note.Found = "not tried"
		}
		all[i].Arrived, all[i].Found = note.Arrived, note.Found
	}
	return all
}
