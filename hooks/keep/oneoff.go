package keep

import "github.com/compact-keeper/compact-keeper/db"

// oneOff tells whether what was decided is used up when the turn that it started has ended.
func (j judgement) oneOff(w db.Word) bool {
	s := j.said
	if s.standing() {
		return false
	}
	switch j.cue.kind {
	case db.KindPermission:
		return j.cue.oneOff || s.once()
	case db.KindApproval:
		if j.cue.oneOff {
			return true
		}
		if j.cue.name != "yes" && j.cue.name != "ok" && j.cue.name != "praise" {
			return false
		}
		return w.Question == "" || goAhead(w.Question)
	case db.KindDecision, db.KindChoice:
		return s.endsInShip()
	}
	return false
}

// repeated tells whether the words say that they hold again and again.
func (s *sentence) repeated() bool {
	for i, t := range s.toks {
		switch t.norm {
		case "always", "everytime", "whenever", "henceforth", "immer", "künftig", "zukünftig", "grundsätzlich", "stets":
			return true
		}
		for _, p := range [...][]string{{"from", "now"}, {"going", "forward"}, {"every", "time"}, {"each", "time"}, {"ab", "jetzt"}, {"ab", "sofort"}, {"von", "nun"}, {"jedes", "mal"}, {"以", "后"}, {"每", "次"}, {"从", "现", "在"}} {
			if t.norm == p[0] && s.hasAt(i, p) {
				return true
			}
		}
	}
	return false
}

// standing tells whether the words say that they hold beyond this turn.
func (s *sentence) standing() bool {
	if s.repeated() {
		return true
	}
	for i, t := range s.toks {
		switch t.norm {
		case "until", "anytime", "generally", "jederzeit", "solange":
			return true
		}
		for _, p := range [...][]string{{"from", "here", "on"}, {"in", "future"}, {"in", "the", "future"}, {"any", "time"}, {"after", "every"}, {"after", "each"}, {"the", "rest", "of"}, {"as", "long", "as"}, {"without", "asking"}, {"ohne", "rückfrage"}, {"ohne", "nachfrage"},
			{"in", "zukunft"}, {"bis", "auf", "weiteres"}, {"bis", "ich"}, {"ohne", "zu", "fragen"}, {"一", "直"}} {
			if t.norm == p[0] && s.hasAt(i, p) {
				return true
			}
		}
	}
	return false
}

// once tells a permission for one time: by its words, or because it is for something that is done once.
func (s *sentence) once() bool {
	m := theMatcher()
	for i, t := range s.toks {
		switch t.norm {
		case "once", "einmal", "einmalig", "diesmal", "ausnahmsweise":
			return true
		}
		if s.hasAt(i, []string{"this", "time"}) || s.hasAt(i, []string{"one", "time"}) || s.hasAt(i, []string{"just", "now"}) || s.hasAt(i, []string{"一", "次"}) || m.classes[t.norm]&shipWord != 0 {
			return true
		}
	}
	return false
}

// endsInShip tells an order that ends in handing the work on: fix the typo and push.
func (s *sentence) endsInShip() bool {
	m := theMatcher()
	if m.classes[s.toks[s.head].norm]&(pickWord|actWord) != actWord {
		return false
	}
	for i := s.head + 1; i < len(s.toks); i++ {
		if m.classes[s.toks[i].norm]&shipWord != 0 && s.clause[i] && len(s.toks)-i <= 4 {
			return true
		}
	}
	return false
}

// goAhead tells whether a question asks for leave to do something now, and not for a choice that lasts.
func goAhead(question string) bool {
	m := theMatcher()
	from := max(0, len(question)-600)
	toks := tokens(question, from, len(question))
	leave := false
	for i, t := range toks {
		before := ""
		if i > 0 {
			before = toks[i-1].norm
		}
		switch {
		case t.norm == "proceed" || t.norm == "ahead":
			return true
		case t.norm == "i" && (before == "should" || before == "shall" || before == "may" || before == "can"),
			t.norm == "me" && (before == "want" || before == "like" || before == "let"),
			t.norm == "i'll" || t.norm == "will" && before == "i" || t.norm == "going" && before == "i'm" || t.norm == "werde" && before == "ich",
			t.norm == "ich" && (before == "soll" || before == "darf" || before == "kann"):
			leave = true
		case leave && t.norm != "to":
			c := m.classes[t.norm]
			if c&pickWord != 0 {
				return false
			}
			if c&(actWord|shipWord|lookWord) != 0 {
				return true
			}
		}
	}
	return leave
}
