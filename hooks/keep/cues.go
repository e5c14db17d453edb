package keep

import "github.com/compact-keeper/compact-keeper/db"

// position says where in a sentence the words of a cue must stand.
type position int

const (
	atStart       position = iota // at its beginning, behind "ok", "and", "please" and the like
	atClause                      // at the beginning of one of its clauses
	anywhere                      // anywhere
	stated                        // anywhere but in a clause that begins with what, how, if
	wholeSentence                 // they are all of it
	wholeMessage                  // they are all the owner said
)

// turn says what a cue does to earlier decisions.
type turn int

const (
	leaves    turn = iota
	withdraws      // takes an earlier decision back
	replaces       // puts its sentence in the place of an earlier decision
)

// A cue is a way to word a decision. The first cue of the table that a sentence holds decides; one without a kind says
// that the sentence decides nothing. How says is written: see pattern.
type cue struct {
	name    string
	kind    db.Kind
	at      position
	says    string
	ask     bool // in questions too
	onlyAsk bool // in questions only
	oneOff  bool // a go-ahead for this turn, unless the sentence says that it stands
	turn    turn
	yes, no string // example sentences, one a line
}

// cueTable holds every cue, English and German side by side, Chinese at the end of each.
var cueTable = []cue{
	// What takes back.
	{name: "taken back", kind: db.KindCorrection, at: atStart, turn: withdraws, says: `
		scratch|strike that|this|it|all
		never mind
		nevermind|nvm
		forget about
		forget that|this|it|what|the|my|everything
		ignore|disregard what|everything i|we said|wrote|asked
		ignore|disregard my|the|that last|previous|earlier|first request|message|instruction|instructions|decision|comment
		cancel|abort that|this|it|the|my|our
		cancel|abort $
		i take _? back
		i've|i have? changed|change my mind
		undo|revert|reverse|withdraw|retract|revoke|rescind that|this|the|my|our last|previous|earlier|old? decision|rule|permission|approval|choice|instruction
		vergiss|verwirf das|es|die|den|was|dass
		streich|streiche das
		schwamm drüber
		nimm|nehme das|es zurück
		ich nehme das|es|die|den _? zurück
		ich habe|hab|hab's es? mir anders überlegt
		i was wrong|mistaken about
		undo|revert|forget|ignore|withdraw what|everything|all i|we said|wrote|told
		abbrechen $
		brich das|es ab
		算了
		当我没说
		取消`,
		yes: "Scratch that.\nnever mind the banner\nForget about the dark theme.\nCancel the plan.\nReverse the earlier decision on logging: use slog\nvergiss das mit dem Cache\n算了，不用缓存了",
		no:  "Don't forget about the tests.\nThe forget gate saturates.\nI never mind waiting."},

	{name: "not that one", kind: db.KindCorrection, at: atStart, turn: withdraws, says: `
		no|nope|nein|nee not|nicht
		wait|actually|sorry|halt|moment not|nicht the|a|an|on|in|with|die|das|der|den|mit|auf
		not _ after all
		doch nicht`,
		yes: "No, not ledgerkit.\nNein, nicht Vue.",
		no:  "Not now."},

	// What is forbidden, before what is allowed: both are said with may and can.
	{name: "not allowed oneself", at: stated, says: `
		i may|must|can|could|might not|never <act|ship|new>|be|have
		ich darf|soll|sollte|dürfte ‥ nicht|nichts|nie|kein|keine|keinen
		must|may|might|should|could|can not|never have _`,
		yes: "I may not be around tomorrow.\nIch darf auf den Server nicht zugreifen.",
		no:  "You may not be late.\nDu darfst nicht committen."},
	{name: "ban", kind: db.KindRule, at: stated, says: `
		you|we|claude|anyone|nobody may|can|could|should|shall|must|will never|not|no_longer ever|again|just|simply|directly|automatically? <act|ship|new>|be|have !sure|certain
		must|shall|may never|no_longer ever|again|just|simply|directly|automatically? <act|ship|new>|be|have
		may|must|should|shall not be *ed
		nothing|none ‥ may|must|should|shall|is_to be
		nothing|none gets|is|will_be *ed without|until|unless|before
		you|we|claude are|is not|never to <act|look|ship|new>
		is|are not|never to be _
		isn't|aren't to be _
		is|are|it's|that's not|never|no_longer allowed|permitted|acceptable to|in|here|anywhere|under|on|for|without|$
		is|are|it's|that's not|never|no_longer okay|ok|fine|welcome to <act|ship>
		isn't|aren't|ain't allowed|permitted|acceptable to|in|here|anywhere|under|on|for|without|$
		is|are|stays|remains|bleibt|ist|sind strictly|streng? off_limits|off-limits|taboo|forbidden|prohibited|tabu|verboten|untersagt|nicht_erlaubt
		nobody|no_one|noone|niemand may|should|must|gets_to|is_to|darf|soll
		nobody|no_one|noone|niemand *s … without|unless|until|ohne|außer|bevor
		hands off _
		finger weg von|vom
		stay|keep away|out|off|clear of|from
		leave _ _? _? alone|untouched $
		no *ing to|without|before|until|unless|into|anywhere|during|on
		i'd|i_would|id|we'd|we_would|would rather|prefer|like|appreciate|love|want it? if|that|for? you|we|it|they|nobody not|didn't|don't|doesn't|wouldn't|never|did_not|do_not
		better|best|rather not to? <act|ship|new>
		refrain|abstain from
		you|i'd|we'd|i_would prefer|rather you|we|it not to? _
		at no point|time|moment should|may|must|shall|can
		no commits|pushes|merges|deploys|releases|force_pushes|force-pushes|rebases|branches|migrations|renames|refactorings|refactors to|on|in|into|without|before|until|$
		ohne ‥ wird|werden nicht|nichts|kein|keine
		kein|keine|keinen ‥ auf|in|an|ohne|vor _ _? $
		mir wäre|ist lieber|recht|wichtig ‥ wenn|dass ‥ nicht|nichts|kein|keine
		es darf|dürfen|soll|sollen nicht|nichts|kein|keine|keinen
		bleibt|bleiben unangetastet|unberührt|unverändert|tabu
		darf|soll|sollte|dürfte !ich ‥ nicht|nie|niemals|nichts|kein|keine|keinen|keinem|keiner
		darf|soll|sollte|dürfte nicht|nie|niemals|nichts|kein|keine|keinen|keinem|keiner
		darfst|dürft|dürfen|sollst|solltest|sollt|sollen|sollten !ich ‥ nicht|nie|niemals|nichts|kein|keine|keinen|keinem|keiner
		darfst|dürft|dürfen|sollst|solltest|sollt|sollen|sollten nicht|nie|niemals|nichts|kein|keine|keinen|keinem|keiner
		du|ihr kannst|könnt ‥ nicht|nie|niemals|kein|keine|keinen ‥ <act|ship>
		wird|werden ‥ nicht|nichts|nie|niemals|kein|keine|keinen ‥ gepusht|gepushed|committet|committed|gemergt|gemerged|geändert|angefasst|angerührt|umbenannt|deployt|deployed|benutzt|verwendet|genutzt|eingecheckt|veröffentlicht|installiert|eingebaut|erfunden|geraten
		bitte ‥ nicht|nichts|nie|niemals|kein|keine|keinen
		not|never|nothing|nicht|nie|nichts without|ohne my|our|asking|approval|meine|mein|zustimmung|freigabe|rücksprache|zu`,
		yes: "You may never push to main.\nyou can no longer merge on your own\nThe lockfile may never be edited.\nmain is not to be pushed to\nIt is no longer allowed to call the old API.\nThe vault is off limits.\nNobody merges without a review.\nI'd rather you didn't squash.\nI would prefer that we not depend on it.\nAuf main darfst du nicht pushen.\nDie Tests dürfen nie übersprungen werden.\nAm Schema wird nichts geändert.\nDie Tests bitte nicht anfassen.\nTests must never touch the network.\nBitte nicht auf main pushen.",
		no:  "Das darf ich nicht.\nYou can never know.\nDie Seite wird nicht geladen.\nYou may push, but not to main.\nDu darfst pushen, aber nicht auf main."},

	// Short answers.
	{name: "yes", kind: db.KindApproval, at: wholeSentence, says: `
		<yes> <yes|weak>?
		<yes> please|bitte|gerne
		lgtm
		works for me
		makes sense
		i|we|fully|totally? agree
		fair enough
		ja gerne|gern
		macht sinn
		von mir aus
		好 的? 吧?
		可以 的? 吧?
		行 吧?
		没问题
		同意
		是 的
		对 的?
		嗯
		就这样
		确认`,
		yes: "yes\nYep, perfect!\nLGTM\nja gerne\n好的",
		no:  "Yesterday it passed."},
	{name: "praise", kind: db.KindApproval, at: wholeSentence, says: `
		sounds|looks|seems|klingt|sieht <weak>|fine|reasonable|sensible|solid|like_a_plan|vernünftig|sinnvoll
		sounds|looks|seems <weak>|fine|reasonable|sensible to|for me
		sieht gut|super|perfekt aus`,
		yes: "Sounds good to me.\nThanks, looks good.\nKlingt gut.\nSieht gut aus!",
		no:  "sounds like a race in the scheduler"},
	{name: "why not", kind: db.KindApproval, at: atClause, ask: true, says: `
		why the? heck|hell? not $
		warum nicht $`,
		yes: "this PR is a mess already, so why the heck not\nwhy not?",
		no:  "Why not the other one?"},
	{name: "ok", kind: db.KindApproval, at: wholeMessage, says: `
		<weak> <weak>?
		that works
		that is|was it
		no problem`,
		yes: "ok\nPerfect!\npasst",
		no:  "OK. Where does it fail?"},
	{name: "no", kind: db.KindCorrection, at: wholeMessage, says: `
		no|nope|nah|nein|nö $
		no thanks|thank_you
		nein danke
		不 用? 了?
		不 行
		不 要
		不 对`,
		yes: "no\nNope.\nnein danke",
		no:  "no idea where it went wrong"},
	{name: "go ahead and publish", kind: db.KindPermission, at: atStart, oneOff: true, says: `
		go ahead and? <ship>
		please go ahead and? <ship>`,
		yes: "go ahead and commit",
		no:  "go ahead and rename it"},
	{name: "go ahead", kind: db.KindApproval, at: wholeSentence, oneOff: true, says: `
		<yes>? do|fix|try|make|run|build|apply|implement it|that|this|so|them|both|all up|now?
		<yes>? let's|lets|let_us do|go|try|ship|fix|implement it|that|this|them|ahead? for? it|that|this?
		go for it|that|this
		make it so|happen
		please|yes? proceed
		carry on|out
		execute|implement|follow the|this|that|your plan|proposal|design
		approved go_ahead?
		please|bitte? do|machen
		mach|macht das|es|weiter|mal|so|bitte
		leg|legt los
		los geht's?
		nur zu
		weiter so
		ja? bitte mach|machen das|es?
		做 吧
		开 始 吧
		继续 吧?
		就 这么|样 做 吧?
		执行 吧?
		可以|好|好的|行 开始|继续|做|执行 吧?`,
		yes: "do it\nyes, do both\nyeah let's do it\nGo for it!\nmach das bitte",
		no:  "Do it twice and compare.\nlet's do a spike"},
	{name: "go ahead and", kind: db.KindApproval, at: atClause, oneOff: true, says: `
		go ahead
		ship it
		you have my? go-ahead|green_light|blessing
		proceed with|to
		do it|that|this|so $
		mach|macht das|es|so $
		green light
		mach ruhig|gerne weiter`,
		yes: "go ahead, build it from the template\nok ship it",
		no:  "We should not go ahead of the others."},

	// Which of several.
	{name: "option", kind: db.KindChoice, at: wholeSentence, says: `
		<num> <num>? <num>?
		<num> and|or|und|plus|&|+|then <num>
		<num> <num>? <num>? and|or|und|plus|&|+ <num>
		the <num> one|option|way|approach|version|variant?
		both of_them|of_those|of_these|options|please?
		all of_them|of_those|of_these|of_the_above|options
		neither none of_them|of_those?
		none of_them|of_those|of_the_above
		die <num> option|variante?
		beide|beides
		keins|keines|keine davon?
		都 要
		第 _ 个`,
		yes: "3\n1 and 3\nthe second one\nboth\nB\ndie zweite",
		no:  "3 tests fail\nthe second one fails"},
	{name: "option named", kind: db.KindChoice, at: atStart, says: `
		option|variant|variante|alternative|approach|proposal|choice|nummer|scenario <num> !<be>
		i'd|i_would|we'd|i|we like|want|prefer it? to? do|use|try|take|have <num> !<be>
		<pick>|do|fix|tackle|try|implement|start_with|go_with|go_for option|variant|variante|alternative|approach|proposal|number|nr|plan <num>
		<pick>|do|fix|tackle|try|implement|start_with|go_with|go_for <num> for|first|then|too|as|please|and|now|only|but|$
		let's|lets do|take|use|pick|go_with|go_for|fix|tackle|try|start_with <num> for|first|then|too|as|and|or|now|only|but|,|$
		let's|lets|i'd|i'll|i|we'll|we'd? go|stick|stay for|with
		i|i'd|i'll|we|we'd would|will? prefer|choose|pick|vote
		my|our preference|choice|pick is|would
		we're|we_are|i'm|i_am going|switching|moving|changing back to|with _
		we're|we_are|i'm|i_am switching|moving|changing to _
		the <num> one|option|approach|variant|version !<be>
		ich würde|möchte? nehme|bevorzuge|wähle|nehmen
		wir nehmen|bleiben
		wir bleiben bei
		lieber _
		选|用 第|方案|选项 _
		选 _ $`,
		yes: "Option 2. And fix the typo.\nI'd like it to do B\nlet's go with sqlite\nlet's do 2 for now\nlieber Variante 2\nI prefer the table view",
		no:  "Option 1 doesn't work on Windows.\nlet's do a review"},

	// What hands the work on, and what is allowed.
	{name: "go-ahead to publish", kind: db.KindPermission, at: atStart, ask: true, oneOff: true, says: `
		<ship> das|es|die|den|alles|bitte|mal|jetzt|nun
		<ship> it|this|that|them|these|those|all|everything|both|and|then|now|first|in|as|when|once|if|directly|straight|main|master|develop|<ship>|$
		<ship> the|our|my|your branch|branches|change|changes|commit|commits|pr|prs|pull_request|mr|fix|fixes|work|code|result|rest|release|new|current|last|latest|remaining|other
		<ship> the|our|my|your|this|that|these|those _ _? _? _? branch|branches|change|changes|commit|commits|pr|prs|mr|fix|fixes|work|files
		<ship> to|into|onto|auf|nach|in|zu !be
		can|could|would|will you|we please|now|also? <ship> it|this|that|them|these|those|all|everything|both|and|then|now|the|our|my|your|to|in|$
		let's|lets <ship> it|this|that|them|these|those|all|everything|both|and|then|now|the|our|my|your|to|in|$
		continue merge|merging|rebase|rebasing
		create|open|make|raise|submit|file|draft|prepare|cut|write a|an|the|another|one|new|draft? new|draft|second|separate? pr|prs|pull_request|mr|merge_request|release|commit|tag
		can|could|would you|we please|now|also? create|open|make|raise|submit|file|do a|an|the|another|new|draft? pr|pull_request|mr|merge_request|release|commit|tag
		mark it|this|the|that pr? as? ready
		roll it|this|that out
		send|take it|this live
		close it|this|that|the|these|those pr|issue|ticket|mr? $
		kannst|könntest du das|es|die|alles? bitte|nun|jetzt? <ship>
		bitte _? _? committen|pushen|mergen|deployen|veröffentlichen|commiten
		erstelle|erstell|mach|öffne|leg einen|ein|den|nen pr|pull_request|mr|release|commit|tag
		提 交 一? 下? 这|代|吧|所|全|$
		推 送
		可以|好的|行 吧? 合并|提交|推送|发布|部署
		合 并 到|吧|这|$
		发 布 吧|$
		部 署 吧|$
		我? 现在? 需要|想|要 你? 帮我? 提交|推送|合并|发布`,
		yes: "commit this\nOk, merge it and tag v2\npush\nCan you commit the changes in two commits?\ncreate a pr\ncontinue merge, then push\npushe das bitte",
		no:  "commit message is too long\npush notifications fail on iOS\nThe merge went fine."},
	{name: "go-ahead on a condition", kind: db.KindPermission, at: atClause, oneOff: true, says: `
		<ship> it|this|that|them|$
		<ship> and <ship>
		<ship> to|into main|master|origin|production|prod|staging|upstream`,
		yes: "If CI is green, merge it.\nonce the tests pass, commit and push\nWenn alles grün ist, pushen.",
		no:  "the pipeline builds, tests, deploys nightly"},
	{name: "you may", kind: db.KindPermission, at: atClause, says: `
		you|u can|may|could now|also|just|safely|freely|always|always_just? <act|ship>|ask|read|search|ignore|assume|propose|suggest|decide|choose
		you're|you_are|your free|allowed|welcome|permitted|authorized|good|clear to
		feel free to
		feel free
		no need to|for
		you don't|do_not have|need to
		don't|dont|do_not worry|bother about|with|if|that|to
		it's|its|it_is|that's|that_is ok|okay|fine|alright|allowed|acceptable to|if|for|that|when
		i'm|i_am|we're|i'd|i_would be|actually|totally|also|completely? ok|okay|fine|happy|cool|good with|for|if|when
		i don't mind
		you have my? permission|approval
		i|we allow|permit|authorize|grant|give_you
		du|ihr darfst|dürft|kannst|könnt auch|gerne|ruhig|gern|jetzt|das|die|den|es? _
		es ist ok|okay|in_ordnung|erlaubt
		kein problem wenn|damit
		brauchst|musst du? nicht
		du|ihr brauchst|musst|müsst nicht|nichts|kein|keine
		you|we|du|ihr needn't|need_not
		you|we no longer have|need to
		you|we can|may stop *ing
		from now|here on|onwards you|claude may|can|are_allowed|are_free
		ab jetzt|sofort darfst|dürft|kannst du|ihr
		darfst|dürft du|ihr
		müssen|muss|musst|brauchst|braucht nicht|nichts|kein|keine mehr?
		你 可以
		现在? 可以 修|改|用|推|合|删
		可 以 自 由
		不 用 管
		允 许`,
		yes: "You may force-push this branch once.\nyou can propose breaking changes\nDon't worry about the old API.\nfeel free to rename things\nDu darfst den Branch löschen.",
		no:  "As you can see, it fails.\nCan you see it?"},

	{name: "is allowed", kind: db.KindPermission, at: stated, says: `
		is|are|it's|that's|be ok|okay|fine|alright|allowed|permitted|acceptable to <act|look|ship|new>
		darfst|dürft du|ihr`,
		yes: "For the docs it is fine to pin the version.",
		no:  "Is it fine to pin it?"},

	// What holds from now on.
	{name: "always, never", kind: db.KindRule, at: anywhere, says: `
		from now|here|this_point on|onwards|forward
		going forward
		for the rest|remainder of the|this|our session|conversation|project|work
		at all times
		under no circumstances
		on no account
		no matter what
		without exception
		until|unless i|we say|tell|ask|approve|confirm|decide otherwise|you|for|so|it?
		must|should|shall|have_to|has_to|needs_to|need_to always|never|not|only|at_least
		must|should|shall not|n't ever
		mustn't
		ab jetzt|sofort|heute|nun
		von nun|jetzt an
		künftig|zukünftig
		in zukunft
		auf keinen fall
		unter keinen umständen
		unbedingt
		grundsätzlich
		ausnahmslos
		ausschließlich
		jedes mal
		bis auf weiteres
		solange|bis ich nichts|es|nicht anderes|sage
		darf|dürfen|soll|sollen|sollte|sollten nie|niemals|nicht|nur|immer
		muss|müssen immer|stets|nur|zwingend
		从 现 在 开? 始|起
		从 今 以 后
		以 后 _ _
		每 次 都|提|改|写|要
		务 必
		绝 对? 不
		必 须
		禁 止
		一 律
		千 万 别|不`,
		yes: "From now on run the linter first.\nAb jetzt bitte nur noch Englisch in Kommentaren.\nKeep this until I say otherwise.\n以后都用中文回复",
		no:  "It worked until I said hello.\nNow it is on."},
	{name: "rule", kind: db.KindRule, at: atClause, says: `
		always|never <act|look|ship>|be|have|do|again
		you|we|claude|please always|never <act|look|ship>|be|have
		every|each time you|we|i
		rule|rules|regel|policy|guideline|convention|konvention|richtlinie <num>? :|-|– _
		as a rule|matter
		no|not|kein|keine|keinen _ … after_all|any_more|anymore|mehr
		before|after|vor|nach every|each|any|jedem|jeder _ _? you|we|run|läuft|laufen|kommt
		whenever you|we|i _ …
		in future
		in the future please|you|we|use|always|never|do|don't|make
		only|solely <act|look|ship>
		<act|look|ship> only _
		make sure
		makes sure
		be sure to|that|it|you|we
		ensure
		make certain
		see to it
		keep in mind
		remember that|to|we|i|this|always|never
		remember
		be concise|brief|careful|consistent|explicit|honest|specific|thorough|strict|critical|precise|terse|direct|conservative|cautious|extremely|very|more|less|short|polite|mindful|aware
		stop *ing
		avoid _
		prefer _
		keep it|things|answers|responses|comments|commits|changes|everything|replies|explanations|messages|the_code short|simple|small|concise|brief|minimal|clean|tidy|separate|consistent|focused
		no more|new|extra|external|additional|third-party|hardcoded|breaking|unnecessary _
		no emojis|emoji|jargon|comments|abbreviations|mocks|mocking|prefix|suffix|dependencies|frameworks|fluff|filler|boilerplate|shortcuts|hacks|workarounds|placeholders|stubs|todos|logging|logs|code|explanation|explanations|changes_to
		<act>|respond|answer|explain|write|speak|reply concisely|briefly
		first|before_anything_else <look> !me
		stick to|with
		immer|nie|niemals|stets _
		achte|achtet|acht darauf|drauf|bitte|immer
		stell|stelle|stellt sicher
		vermeide|vermeiden _
		denk|denke daran|dran
		merk|merke dir
		bevorzuge _
		sei|seid knapp|kurz|vorsichtig|präzise|genau|ehrlich|sparsam|konsequent
		nur noch? <act>|das|die|der|den|mit|in|auf|über|bei|wenn
		keine|kein|ohne neuen|neue|neues|weiteren|weitere|zusätzlichen|zusätzliche|externen|externe|emojis|kommentare|mocks|abkürzungen|abhängigkeiten
		hör auf
		wir verwenden|nutzen|benutzen immer|nur|hier|nie|stets
		请 用 中|英
		只 用|能|要|需|允|改
		不 要 再
		别 再
		注 意
		确 保
		保 证
		记 住
		尽 量
		避 免
		统 一 用|使`,
		yes: "always run gofmt before you commit\nMake sure it is in the project Atlas.\nBe concise.\nnever push to main\nstop adding comments everywhere\nNo emojis please.\nAchte darauf, dass die Tests laufen.\n确保测试通过",
		no:  "It always fails on Mondays.\nThe stop button flickers.\nno idea"},
	{name: "rule, by its form", kind: db.KindRule, at: atStart, says: `
		always|never <new> !it|this|that|before|such
		for|in|after|before|with each|every … , <act|look>
		if|when|whenever you … , <act|look>
		we|you should|must first _`,
		yes: "Never hardwire the clock.\nIf you change the schema, regenerate the client.\nWe should first agree on the names.",
		no:  "Never seen that before."},
	{name: "limit", kind: db.KindRule, at: anywhere, says: `
		at most _
		at least <num>
		no more|less|fewer|longer|later than <num>
		but never in|on|for|to|from|with|by|before|after|outside|into|at|as|without|under
		_ , never in|on|for|to|from|with|by|before|after|outside|into|at|as|without|under
		no exceptions|exception
		and|or nothing|nobody else
		höchstens|maximal|mindestens <num>
		nie|niemals in|auf|für|zu|mit|bei|vor|nach|ohne|außerhalb
		keine ausnahmen|ausnahme
		runs|run|lives|live|goes|go|stays|stay|applies|belongs|belong … only $`,
		yes: "at most 3 retries per file\nEmoji are fine in the notes, but never in log lines.\nThe linter runs in CI only.",
		no:  "at least it works\nit never works"},
	{name: "for all", kind: db.KindRule, at: atStart, says: `
		all|every|each|any _ _? _? is|are|gets|get|has|have|goes|go|lives|stays|belongs|uses|use|needs|comes|starts|ends !<state>
		no !errors|error|changes|change|output|idea|problem|problems|issue|issues|luck|difference|results|result|such _? in|on|anywhere|outside|inside|under|within|without|beyond
		only <new> *s _
		only _ _? may|can|must|is_allowed|are_allowed
		für alle|jede|jeden|neue|jedes _
		alle|jede|jeder|jedes _ _? ist|sind|bekommt|bekommen|hat|haben|wird|werden|liegt|liegen
		keine|kein _ _? in|auf|ohne|außer|unter
		ask|consult|check_with|notify|ping me|us first|before|when|whenever|if
		frag|frage|fragt mich|uns vorher|erst|bevor|wenn
		所 有 的?
		任 何`,
		yes: "All amounts are int64 cents.\nEvery migration gets a down script.\nNo feature flags in the core package.\nOnly Tom reviews changes there.\nAsk me before you delete a branch.\n所有的接口都要鉴权",
		no:  "all tests are green\nno errors"},
	{name: "prohibition", kind: db.KindRule, at: atClause, says: `
		don't|dont|do_not <act|look|ship>|be|have|you_dare|add|even|just|ever|forget|mention|rely|depend|mix|lose|waste|mess|overdo|overwrite|hesitate|panic
		don't|dont|do_not _ !<be>
		you|we must|may|can|shall|should not|n't <act|look|ship>
		you|we mustn't|can't|cannot|may_not|shouldn't <act|ship>
		i|we don't|dont|do_not|never|won't want|wish|accept|need|tolerate _ …
		i'd|i_would rather not
		we|i won't|will_not
		not to <act|ship>
		nothing else
		nicht <act>
		bitte nicht|kein|keine|keinen
		<act> _? _? nicht|nie|niemals|keine|keinen|kein
		ich will|möchte|mag nicht|kein|keine|keinen
		wir brauchen|wollen|verwenden|nutzen kein|keine|keinen|nicht
		不 要 _
		不 能 _
		别 _ _
		我 不 想|希`,
		yes: "Don't open an upstream PR for now.\nplease do not touch the lockfile\nI don't want tokens under my account\nWe won't ship before the audit.\n不要改数据库",
		no:  "I don't know why it fails.\nWe don't have a test for that?\nThey don't build here."},
	{name: "practice", kind: db.KindRule, at: atClause, says: `
		we always|usually|normally|generally|only|never|typically|also? use|deploy|push|release|publish|commit|merge|name|prefer|keep|write|follow|target|support|store|version|branch|squash|rebase|ship|pin|drop|go_with|stay_with|stick|delete|remove|add|build|log|log_to|reuse|avoid|skip|start_with|split|treat|call|put|leave|allow|require
		our convention|rule|policy|standard|practice|rule_here is
		the rule|convention|policy is
		wir immer|normalerweise|nur? <act>
		_ _? _? _? gilt`,
		yes: "We deploy through fleet.\nour convention is one file per route",
		no:  "we used that last year\nwe saw the same thing"},

	// What puts the model right.
	{name: "reproach", kind: db.KindCorrection, at: anywhere, ask: true, says: `
		i|we already? told|asked you
		i specifically|explicitly|clearly|already asked|said|told
		i asked for|to|not
		have|did you made|make|making it|this|that up
		why don't|didn't|not|aren't|haven't|isn't|wouldn't you
		why are|do|did you … instead|rather
		why are|do|did|would you still|keep|always|even
		ich habe|hatte dir|ausdrücklich|doch|schon gesagt
		warum hast|machst|benutzt|nimmst du
		我 说 过|了`,
		yes: "I told you to use the staging key\nwhy don't you just clone it?\nAre you sure, did you make that up?",
		no:  "Why does it fail?"},
	{name: "correction", kind: db.KindCorrection, at: atClause, says: `
		i asked|said|meant
		as|like i|we said|mentioned|told|wrote|asked
		that's|thats|that_is|this_is|it's|its|this|that not|wrong|incorrect|false|backwards|nonsense what|right|correct|how|it?
		that|this|it isn't|wasn't what|right|correct|how
		you've|you_have|you_are|you're not|still|again|just|only|now|*ing|*ed !right
		you forgot|missed|misunderstood|misread|ignored|broke|skipped|overlooked|deleted|removed|lost|keep|still|didn't|haven't|should|shouldn't|were|are_wrong|made_up|invented|dropped|changed
		i|we wouldn't|would_not|would|don't|do_not|'d expect
		i'd|we'd expect
		i don't|do_not|dont like
		stop trying|doing|guessing|repeating
		correction
		wrong _
		not what i
		not like that|this
		i think|believe _ _? can't|cannot|isn't|aren't|doesn't|shouldn't|won't
		das stimmt|ist nicht|falsch|so?
		nicht so
		_ … und|sondern nicht|nur _
		falsch
		ich meinte|sagte|wollte
		du hast|solltest vergessen|übersehen|nicht|das|die|den|wieder
		mir gefällt
		不 对
		错 了
		不 是 这 样
		我 说 的 是
		我 的 意 思 是
		你 忘|漏|没|搞|理`,
		yes: "That's not how it works.\nyou forgot the German texts\nI don't like the text parsing\nDas stimmt so nicht.",
		no:  "Is that right?\nIt's not coupled to a release?"},

	// What steers the work: wishes.
	{name: "let's think", kind: db.KindDecision, at: anywhere, says: `
		let's|lets|let_us think about|on|of|how|through _ …
		let's|lets|let_us see|figure_out|find_out if|how|whether|what we _ …
		lass|lasst uns überlegen|schauen, ob|wie`,
		yes: "Let's think about dropping the cache.\nlet's see if we can reuse the parser",
		no:  "let's see\nLet's see how it renders!"},
	{name: "what comes first", kind: db.KindDecision, at: atClause, ask: true, says: `
		let's|lets|let_us <look> … first
		let's|lets|let_us <look> … before
		<look> … first $
		help me|us to? <act>
		can|could|would you help me|us to? <act>`,
		yes: "let's check the other branches first\nread the RFC first\nCan you help me set up the build?",
		no:  "let's check the logs"},
	{name: "look and act", kind: db.KindDecision, at: atStart, ask: true, says: `
		<look> … and|then|und fix|update|apply|implement|address|resolve|change|remove|delete|add|correct|improve|refactor|behebe|korrigiere
		can|could|would you|we … and|then fix|update|apply|implement|address|resolve|change|remove|delete|add|correct|improve|refactor`,
		yes: "check the links and fix the broken ones\ncan you check and resolve?",
		no:  "check the links and tell me"},
	{name: "should be fine", at: anywhere, ask: true, says: `
		should|ought be|have|already|now|still|really|also? fine|ok|okay|good|done|there|working|enough|possible|able|easy|safe|been|had|resolved|fixed|gone|solved|unaffected
		should now|still|already|really? work|pass|exist now|again|fine|then|already|correctly|$
		should i|we $
		should|could|would|might have <be>|*ed
		i thought|assumed _ …
		i want|need|like|would_like|'d_like to <look>
		i'd|we'd|i|we want|need|like|love to be|better|quickly|first|really? <look>
		let's|lets|let_us <look>|talk|hope|say|chat
		我 想 明|了|知|问
		want|need help
		sollte funktionieren|gehen|reichen|passen|klappen|laufen`,
		yes: "It should work now.\nlet's see\nI want to understand the cache",
		no:  "It should run offline."},
	{name: "let's", kind: db.KindDecision, at: anywhere, ask: true, says: `
		let's|lets|let_us !<look>
		lass|lasst uns`,
		yes: "I think let's have one per worktree\nlet's leave a comment there?",
		no:  "let's see"},
	{name: "wish", kind: db.KindDecision, at: atClause, says: `
		i|we want|wanted|need|wish|expect !to
		i|we want|need|wish|have|intend|plan|prefer|decided|chose|agreed to !<look>
		i|we really|just|also|only|absolutely|definitely|still want|need
		i'd|i_would|we'd|we_would|id really|also|still|much? like|love|prefer|rather|suggest|propose|keep|say|go|use|do|make
		i'll|i_will|we'll|we_will|we're_going_to|we_are_going_to|i'm_going_to|im_going_to|gonna <act>|be|have|need|also|only|just
		we|you can|could|might_as_well also|just|then|probably|maybe|simply? <act|ship>
		we|it|you|this|that|they|there|i should|ought_to|shall|needs_to|need_to|has_to|have_to|must
		we will|would
		i|we suggest|propose|recommend|insist|decide|assume|decided|settled
		it|that would|'d be nice|good|great|better|cool|best|helpful|useful|ideal|nicer|awesome
		it'd|that'd be
		our|my|the goal|aim|plan|scope|intention here|now|for_this|of_this? is
		ideally
		might|may as well just? <act>
		my plan|idea|goal|aim|intention|requirement|wish is
		our|the plan|goal|aim|intention|requirement|idea|scope is|was|of_this
		change of|in plan|plans
		how about|this|that|: we|: …
		ich|wir möchte|möchten|will|wollen|brauche|brauchen|benötige|benötigen|stelle_mir|hätte|hätten|würde|würden|wünsche|bevorzuge
		ich|wir _? gerne|lieber
		wir|du|es|das|die|der sollten|sollte|solltest|soll|müssen|muss|machen|nehmen|verwenden|nutzen|werden|bleiben
		am besten
		es wäre gut|schön|besser|toll|super
		wir können auch|einfach|das|die
		我 们? 要|想|需|希|打|决|现|应
		我 需 要 你
		我 现 在 要|需|想
		我 也? 希 望
		我 也 想|要
		我 们 用|就|先|改|不
		还 是 用|改
		就 用|按|选|叫
		定 义 就? 是
		应 该|当`,
		yes: "I want the release built by the pipeline.\nWe should read it from the manifest.\nI'd like tabs in the editor\nIdeally all users see the banner.\nIch möchte, dass der Export als CSV kommt.\n我希望在文档里写上概述",
		no:  "I want to know why.\nI needed that yesterday"},
	{name: "should", kind: db.KindDecision, at: stated, says: `
		should|shouldn't|ought_to|shall !i
		needs|need to !<look>
		has|have to be|use|go|stay|come|match|support|include
		must !have
		i|we would|might? think|guess|feel _? we|it can|could|should|may|must|need
		happens|happen|expires|expire|rotates|rotate every|each|after|within|at|before|once _
		can|may go|die now|$
		will be in|on|from|with|written|called _
		stays|remains !broken|wrong|open|empty|red
		is|are settled|decided|final|out_of_scope|off_the_table|non-negotiable|mandatory|required|obsolete|deprecated|not_needed
		would|will be separate|out_of_scope|handled|done_separately
		we|i can|could just|also|simply? drop|remove|skip|delete|use|keep|reuse|ignore|leave
		makes more? sense to
		soll|sollen|sollte|sollten|muss|müssen _
		würde|möchte|will|brauche|benötige|hätte ich|gerne|gern
		reicht mir|uns
		mir|uns reicht
		statt|anstatt|stattdessen _
		不 是 用 … 而 是
		改 成|为
		换 成
		而 不 是
		要 作 为`,
		yes: "The filename should come from the title.\nDrafts and tags must survive a restart.\nCSV export is out of scope.\nfor main it makes more sense to show all\nDer Name soll aus dem Titel kommen.",
		no:  "Should I restart?\nIt must have crashed."},
	{name: "said to be so", kind: db.KindDecision, at: atClause, says: `
		decision|decided|resolution|requirement|constraint|scope|goal|entscheidung|beschluss|anforderung : _
		_ _? _? _? _? is|are called|named|written|spelled _
		die|der|das !ist|war|hat|geht|läuft doch lieber|besser|auf|in|mit|per|als _
		_ _? _? _? _? lives|live|belongs|belong|goes|go|comes|sits|sit in|into|to|under|on|at|from|with|behind _
		_ _? _? _? _? stays|stay|remains|remain|bleibt|bleiben !<state>
		_ _? _? _? _? _? is|are|has|have|gets|uses … , not !<state>|sure|yet|the_same|working
		the|a|an|our|my _? _? _? format|name|limit|timeout|default|port|header|prefix|suffix|encoding|unit|retention|interval|budget|deadline|licence|license|title|colour|color|language is|are|: !<state>|a|that
		*s are|is|get|have|use|follow|need !<state>|a|no|an|in|on|to|*ing
		*s in|of|for|on|under the|a|an|our? _ are|get|have|use|follow|stay|belong|go !<state>|no|in|on|*ing
		_ _? _? _? _? heißt|heißen|liegt|liegen|kommt|gehört|gehören in|auf|unter|nach|zu|aus|_ _
		für|bei|in|im|auf|als _ _? _? _? nehmen|verwenden|benutzen|nutzen|schreiben|behalten|lassen|machen|bauen|setzen|speichern|benennen wir _
		for|in|on|as _ _? _? _? we use|keep|go_with|take|stay_with|write|deploy_to|ship _`,
		yes: "Decision: the importer reads 500 rows at a time.\nThe package is called ledgerkit.\nThe cache lives in Redis.\nThe timeout is 30 seconds, not 30 minutes.\nThe export format is CSV.\nTimestamps in the API are Unix seconds.\nDie Datei bleibt auf Deutsch.\nFür die Oberfläche nehmen wir Vue.",
		no:  "The build is broken.\nthe list is empty"},
	{name: "approved by name", kind: db.KindApproval, at: atStart, says: `
		approved|agreed|accepted|genehmigt|freigegeben : _
		approved|agreed , _`,
		yes: "Approved: the schema change in PR #482.",
		no:  "It was approved."},
	{name: "it is fine", kind: db.KindApproval, at: atStart, says: `
		that|this|it|both|which sounds|looks|seems|works|is like? a|very|really|quite|pretty|perfectly|so? <weak>|fine|reasonable|sensible|acceptable|better|much_better|solid|ideal
		that's|thats|it's|this_is|that_is a|very|really|quite|pretty|perfectly|totally|absolutely? <weak>|fine|reasonable|sensible|acceptable|better !to
		that|this|it makes|make sense
		that|this|it works for|as|if|$
		the|your|this|that _ _? is|are|looks|look|seems|sounds fine|good|great|ok|okay|reasonable|acceptable|sensible|perfect
		_ _? _? seems|looks|sounds <weak>|fine|reasonable|sensible|acceptable
		i|we really|do? like|love the|your|that|this|it|option|how
		i|we agree|approve
		i'm|we're happy|fine|good|ok|okay with
		good|great|nice idea|plan|point|approach|thinking|suggestion
		das ist|klingt|passt|sieht|wäre so|doch|sehr? gut|okay|ok|in_ordnung|super|perfekt|prima|sinnvoll
		die|der|das _ ist|sind|passt|gefällt schon|ganz|sehr|so|doch|recht? ganz|sehr? gut|okay|ok|in_ordnung|mir|super|perfekt
		finde ich gut
		ich finde das|es gut
		gute idee
		这 样 可 以|就
		没 问 题`,
		yes: "That seems a good direction.\nThe reflection is fine.\nI like the proposal.\nyes, that makes sense\nDas klingt gut.",
		no:  "It works on my machine\nThat seems broken."},

	// What is left open.
	{name: "open question", kind: db.KindOpenQuestion, at: anywhere, onlyAsk: true, says: `
		should we|it|this|that|these|the|they _ … or
		what|which would|is|'s|should be? the|our|your? right|best|better|cleanest|simplest|preferred|ideal way|approach|option|place|solution|strategy|choice
		what's|whats the right|best|better|cleanest|simplest|preferred|ideal way|approach|option|place|solution|strategy
		what|which|where|when|how|who should we|it
		how do|should|would|could|will we <act>
		does|would it even|still|really|actually|not? make|be more? sense|better|worth
		is it|this worth|better
		isn't|wouldn't it|there|that a? better|more|cleaner
		do we want|really_need|still_need|prefer
		does|would !this|that|it … make sense
		müssen|müssten|können|wollen wir|ich|das _
		perhaps|maybe _ _? _? can|could|should|would|might|may _ …
		i'm? wonder|wondering now|more? if|whether
		soll|sollen|sollten|sollte wir|ich|das|man
		was|welche|welcher|wie wäre|ist besser|am_besten|sinnvoller
		wie machen|sollen|wollen wir
		macht|ergibt es|das|ein? sinn
		要 不 要
		是 不 是 _ … ？
		哪 个 好
		是 否`,
		yes: "Should we close the old issue, or keep it?\nwhat would be the right way to cache this?\nhow do we add value to it?\ndoes it even make sense to keep both?\nSollen wir das auf zwei Releases verteilen?",
		no:  "What does this flag do?\nIs the server running?"},
	{name: "open by name", kind: db.KindOpenQuestion, at: atStart, ask: true, says: `
		open|still_open|unresolved|undecided question|questions|point|points? : _
		what is|what's still? open|missing|undecided :
		offene|offen frage|fragen|punkt|punkte? : _
		noch offen : _
		todo|tbd : _`,
		yes: "Open question: do we need a migration, or is a default enough?\nWhat is still open: who owns the rota?\nOffene Frage: brauchen wir das?",
		no:  "Open the question list."},
	{name: "wondering", kind: db.KindOpenQuestion, at: atClause, says: `
		wonder|wondering now|more? if|whether|about
		i|i'm|we wonder|wondering|unsure|undecided now|more? if|whether|about
		not sure|decided if|whether|yet|about
		i'm not sure|decided if|whether|yet|about
		i|we haven't|have_not decided|settled|agreed|made_up
		ob|whether|wie|welche|welches|welcher … noch|still? offen|open|unklar|unclear|undecided|unentschieden|ungeklärt
		to be decided|discussed|determined
		tbd
		we still|need have|need to decide|discuss|settle
		add it|this|that to the|an|my|our investigate|investigation|todo|backlog|open|follow-up|later
		ich bin nicht|noch unsicher|sicher
		ich frage mich
		noch offen
		不 确 定
		不 知 道 要|该`,
		yes: "I wonder if we should cache that.\nnot sure whether the CLI needs it\nnoch offen",
		no:  "Sure, cache it."},

	// What only asks for information.
	{name: "asks to be told", at: atStart, ask: true, says: `
		<look> !<be>
		can|could|would|will|may you|we|i|u please|also|just|now|maybe|then|quickly|first|again|perhaps? <look>
		can|could|would|will|may you|we|i|u please|also|just|now|maybe|then|quickly|first|again|perhaps? show|give|get|remind|help|let me|us
		can|could|would you|we please|also|just|maybe|quickly? have|take|do a quick|closer|deeper|second|brief|short|deep? look|review|check|search|dive|analysis|recap|summary
		have|take|do a quick|closer|deeper|second|brief|short|deep? look|review|check|search|dive|analysis
		give|show|get|remind|tell|help|teach|ping|send|walk me|us
		provide|give|offer|share|write|add _? feedback|critique|criticism|summary|overview|explanation|analysis|recommendations|suggestions|details|insight|insights|examples
		stop|wait|pause $
		let me|us _
		step back
		hold on
		wait
		go|look through|over|into
		kannst|könntest|kann du|ich mir|uns|bitte|mal|auch|das|es? mir|uns|mal|bitte|das|es? zeigen|erklären|sagen|prüfen|nachsehen|nachschauen|schauen|checken|suchen|finden|beschreiben|auflisten|analysieren
		gib|sag|zeig|erklär|erkläre|zeige mir|uns
		能? 帮? 我 看|查|找|解|分
		能 帮 我 看|查|找|解|分
		或 者? 为 我 看|查|找
		解 释
		介 绍
		看 一? 下
		检 查
		分 析`,
		yes: "Can you show me the failing test?\nexplain the retry loop\nGive me the link.\nlet me think\nKannst du mir das erklären?",
		no:  "Can you fix the failing test?\nshow the branch name in the list"},

	{name: "asks to be told, in a clause", at: atClause, ask: true, says: `
		请 你? 帮我|为我? 对比|比较|看|检查|分析|解释|查|找|确认|说|告诉|列
		帮我|给我 看|查|找|解释|分析|对比`,
		yes: "还是一样的错误，请你对比一下两个文件",
		no:  "帮我加一个测试"},

	// What steers the work: requests and orders.
	{name: "request", kind: db.KindDecision, at: atClause, ask: true, says: `
		can|could|would|will you|we|u|i please|pls|also|just|maybe|now|then|first|instead|at_least|perhaps|simply|again|still|always|go_ahead_and? <act>
		can|could|would it|this|that|the|they _? _? also|just|instead|rather|please _
		can|could|would we|i|you please|also|just|maybe|then? have
		would you mind
		is it possible to <act>
		possible to <act>
		is there? a|any way to <act>
		any chance you|we|to
		please|pls|plz _
		i|we need|want you
		mind *ing
		kannst|könntest|würdest|magst du
		können|könnten wir
		bitte _
		请 _ _
		麻 烦
		帮 我
		能 不 能 _
		能 否
		能 帮 我 _`,
		yes: "Can you add a test for that?\ncould we also show the branch name?\nplease rename the flag\nKannst du den Test anpassen?\n帮我建立一下目录结构",
		no:  "Can it run on Windows?\nCan you explain that?"},
	{name: "request inside", kind: db.KindDecision, at: anywhere, ask: true, says: `
		can|could you please|pls|also|just|maybe|now|then|go_through_it_and? <act>`,
		yes: "we renamed the repo can you fix the names in it",
		no:  "as far as you can see"},
	{name: "order", kind: db.KindDecision, at: atStart, says: `
		<act> !<be>
		<new> the|a|an|all|our|my|your|its|any|every|each|both|everything
		<new> dann|hier|jetzt|noch|auch|mal|nun|zusätzlich|anschließend|bitte _
		<new> die|das|den|der|dem|ein|eine|einen|alle|alles
		when|once|after done|finished|ready|complete|that's_done|you're_done|fertig <act>
		if|when|whenever|once|as|before|after|wenn|falls|sobald … , then|dann? <act>
		maybe|perhaps|probably <act> !<be>
		to|also|and|then <act> !<be>
		再 加|写|改|补|做|把|试|跑|来
		将 _ _
		建 构|立
		先 做|写|改|把|不|用|跑
		把 _
		用 _ _
		加 上|一|个
		改 一? 下?
		修 改|复
		删 除|掉
		添 加
		更 新
		创 建
		使 用
		重 写|构|新
		继 续
		参 考
		写 一|个|成|在
		生 成
		实 现
		全 部
		补 齐|充|上
		覆 盖
		然 后 把|再|用|覆|改|写|生
		你? 为 我 修|改|写|做|加`,
		yes: "Rename the flag to --quiet.\nadd a retry with backoff\nmaybe raise it to 100\nif it is empty, skip it\nFüge einen Test hinzu.",
		no:  "test failed again\nbuild is broken"},
	{name: "order in a clause", kind: db.KindDecision, at: atClause, says: `
		<act> the|a|an|it|this|that|these|those|them|all|both|our|your|my|its|any|every|each|everything|one|another|only|up|down !<be>
		<act> _ to|from|with|into|for|as|in
		<act> die|der|das|den|dem|ein|eine|einen|es|alle|alles`,
		yes: "the parser is slow, cache the result",
		no:  "the parser, cache and index are slow"},

	// What puts a sentence in the place of an earlier decision. These do not say of which kind it is.
	{name: "change of mind", at: anywhere, turn: replaces, says: `
		no longer
		not anymore|any_more
		after all
		change of|in plan|plans
		changed|change my mind
		on second thought|thoughts
		on reflection
		scratch|strike that|this
		go|switch|move|revert|change|roll back to
		switch|change|move|migrate over? to
		switch|change from
		switch|change|move|migrate|rename|convert ‥ from _ … to
		go|going|switching|moving|changing back? to
		scrap|ditch|drop|abandon the|our|my|that|this
		can|may go|die now|$
		doch auf|in|mit|per|als
		reverse|undo|override|overrule|supersede the|that|my|our earlier|previous|old|last? decision|rule|choice
		was wrong about
		doch lieber|nicht|besser|erst
		nicht mehr
		anders überlegt
		planänderung
		而 不 是
		换 成
		改 成|用|为
		还 是 用`,
		yes: "switch to pnpm\nOn second thought, keep it\nDoch lieber Postgres\n还是用 Redis",
		no:  "use sqlite"},
	{name: "actually", at: atStart, turn: replaces, says: `
		actually
		no
		nope|nah
		wait
		hmm? wait
		hold on
		correction
		sorry
		oops
		nein
		halt
		moment`,
		yes: "Actually, use yarn\nno, keep the old one\nwait, use port 8080\nNein, nimm Redis",
		no:  "It is actually quite fast\nthere is no cache"},
	{name: "instead", at: anywhere, turn: replaces, says: `
		instead
		rather than
		stattdessen
		swap|replace|change _ … for|with|by|to
		now|jetzt
		statt|anstatt`,
		yes: "use sqlite instead\nStatt Webpack nimm Vite.",
		no:  "use sqlite"},
}
