package keep

import "strings"

// class is a set of the word lists that a word stands in.
type class uint16

const (
	actWord    class = 1 << iota // asks for a change
	lookWord                     // asks for information
	shipWord                     // hands work on to others: a go-ahead, used up once done
	yesWord                      // agrees
	weakWord                     // agrees when it stands alone, else only opens a sentence
	numWord                      // names an option
	beWord                       // behind a noun, where an order has no verb
	pickWord                     // settles on one of several
	fillWord                     // opens a sentence without a meaning of its own
	politeWord                   // may close a sentence
	joinWord                     // begins a new clause
	commonWord                   // says what language a text is in, and nothing about its subject
	askWord                      // opens a question for information
	stateWord                    // says how something is just now
	newWord                      // stands in no list and may be a verb
	auxWord                      // opens a question that yes or no answers
)

// classNamed returns the list that a pattern names in angle brackets.
func classNamed(name string) class {
	switch name {
	case "act":
		return actWord
	case "look":
		return lookWord
	case "ship":
		return shipWord
	case "yes":
		return yesWord
	case "weak":
		return weakWord
	case "num":
		return numWord
	case "be":
		return beWord
	case "pick":
		return pickWord
	case "new":
		return newWord
	case "state":
		return stateWord
	}
	panic("no list of words is called " + name)
}

// wordLists holds them, English and German side by side.
var wordLists = []struct {
	class class
	list  string
}{
	{actWord, `
add adapt adjust align allow amend append apply archive arrange assign assume attach back backport base begin block branch break bring build bump
bundle cache call capture change clean cleanup clear clone close collapse combine compile complete compress configure connect consolidate
continue convert copy correct cover create cut decouple default define delegate delete demote deprecate derive design disable disallow do document downgrade
download drop dry edit embed enable enforce ensure establish exclude execute expand export expose extend extract fetch fill filter finish
fix flag flatten focus follow force format generate get give go grant group guard handle hardcode hide highlight hold hook ignore implement import
improve include increase infer initialize inline insert install integrate introduce invert isolate iterate join keep kill label launch leave let limit link
load lock log lower make mark match maximize migrate minify mimic minimize mirror mock modify move mute name narrow nest normalize omit open optimize
order organize override pack park parse pass patch pause pin place plug point polish pop populate port postpone prefer prefix prepare preserve
prevent print prioritize process promote propagate protect provide prune pull purge put queue quit raise reboot rebuild record redo redesign
reduce refactor reference refresh reformat regenerate register reject reload remove rename render reorder reorganize repeat
replace reply reproduce require rerun re-run reset resize resolve respect respond restart restore restrict restructure resume retry return
reuse revert rewrite rework roll rollback rotate round route run sanitize save scaffold schedule scope scrap select send separate serve set setup share shorten show
shrink simplify skip sort spawn specify spin split stage standardize start stash stay stick stop store stream strip structure stub style
mention note notify warn submit substitute support suppress swap switch sync synchronize tackle take target test throw tidy tighten toggle track train transform translate treat
trim trigger truncate try turn tweak type undo unify uninstall unpin update upgrade uppercase use utilize validate vendor wait wire work wrap write zip
commit push merge deploy release publish tag rebase squash cherry-pick amend force-push ping touch grep
verlinke verlinken passe pass nehme packe pack hole hol lade sende schicke entwickle entwerfe gestalte migriere optimiere verbinde trenne teile markiere öffne
schließe kopiere importiere exportiere generiere formatiere kommentiere ignoriere überschreibe reduziere erhöhe begrenze beschränke stoppe beende behandle
bereinige berücksichtige beachte plane strukturiere hinterlege blende verstecke gruppiere
arbeite arbeiten vervollständige dokumentiere formuliere überarbeite überarbeiten vereinheitliche sortiere speichere mach mache machen ändere ändern nimm nehmen verwende verwenden benutze benutzen nutze nutzen füge fügen baue bau bauen erstelle erstell erstellen lösche lösch
löschen entferne entfernen ersetze ersetzen schreibe schreib schreiben behebe beheben korrigiere korrigieren repariere reparieren
implementiere implementieren teste testen starte starten führe führen setze setz setzen stelle stellen lege leg legen
benenne benennen verschiebe verschieben aktualisiere aktualisieren ergänze ergänzen erweitere erweitern vereinfache vereinfachen kürze kürzen
behalte behalten lass lassen bleib bleiben installiere installieren konfiguriere konfigurieren aktiviere aktivieren deaktiviere
deaktivieren refaktoriere refaktorieren übersetze übersetzen dokumentiere dokumentieren halte halten räume räumen umbenennen hinzufügen einbauen ausbauen umbauen anlegen
umstellen einfügen umsetzen ausführen anpassen durchführen einrichten abschalten hochladen zurücksetzen aufräumen überspringen anfassen zusammenfassen aufteilen committe commite committen pushe pushen merge mergen deploye deployen veröffentliche veröffentlichen
`},
	{lookWord, `
analyze analyse ask assess audit brainstorm check compare confirm consider critique debug describe diagnose diff discover discuss double-check
estimate evaluate examine explain explore figure find gather guess help identify inspect investigate list look measure observe outline ponder propose read
recap reconsider reflect remind research review scan search see study suggest summarize summarise survey tell think understand verify view walk watch
websearch wonder know hear learn mean believe suppose feel hope bet doubt
zeig zeige zeigen erklär erkläre erklären schau schaue schauen guck gucke prüf prüfe prüfen überprüf überprüfe überprüfen analysiere analysieren such suche suchen finde
finden liste beschreibe beschreib sag sage sagen sieh lies vergleiche vergleichen untersuche untersuchen überlege überleg recherchiere hilf wissen verstehen sehen
`},
	{shipWord, `commit push merge deploy release publish ship tag rebase squash amend force-push cherry-pick
committe commite committen commiten pushe pushen merge merge mergen deploye deployen veröffentliche veröffentlichen releasen`},
	{stateWord, `green red passing failing broken done fine ok okay good great gone there here working up down merged fixed ready still now empty missing wrong right correct slow fast flaky stale
clean dirty open closed pending running stuck dead alive back not already just only too very so really pretty quite getting being happening showing unchanged different same identical gone late
new old big small big long short clear unclear easy hard weird strange odd interesting nice cool bad better worse available unavailable`},
	{yesWord, `yes yep yeah yup yea yess yessir aye sure definitely absolutely ja jep jo jawohl jupp klar natürlich`},
	{weakWord, `ok okay okey k kk great perfect good nice cool fine alright right correct excellent awesome exactly agreed approved 👍 💯 gut genau super prima passt einverstanden perfekt`},
	{numWord, `a b c d e first second third fourth last latter former erste ersten zweite zweiten dritte dritten letzte letzten i ii iii iv`},
	{beWord, `is was are were be been has have had isn't wasn't aren't hasn't will would can could might may went got fails failed failing fail works worked passes
passed says said looks seems seem doesn't didn't don't needs took takes still already succeeded crashed broke breaks of results message messages time times
ist war sind waren wird wurde hat hatte kann schlägt geht`},
	{pickWord, `use go take pick choose select prefer keep switch stick adopt want nimm nehmen verwende verwenden nutze nutzen benutze benutzen bleib bleiben wähle wählen`},
	{fillWord, `ok okay okey k kk yes yep yeah yup yea sure no nope nah hmm hm hmmm mm mhm um uh er erm ehh eh so and but also then well alright right good great
cool nice perfect awesome excellent correct exactly agreed fine please pls plz just maybe perhaps actually oh ah aha hey hi hello btw fyi plus now next lastly finally additionally
anyway anyways though although or first firstly second secondly third lastly ideally basically honestly personally really simply kindly again ugh argh haha lol wow damn shit
otherwise instead still and/or thanks thx ty sorry yet meanwhile technically
现 在 那 然 后 好 的 嗯 另 外 还 有 首 先 请
ja nein nö ne nee hm und aber auch dann also gut okay bitte mal noch eigentlich jetzt nun so ach naja übrigens außerdem zuerst zunächst danach doch einfach genau klar super danke`},
	{politeWord, `please pls plz thanks thank you thx now then ok okay yes yep yeah so too first again instead all right yet though asap immediately here sir mate dude buddy man claude
bitte danke jetzt dann mal auch noch nun erst so gleich los`},
	{joinWord, `and but so then or because though while since und aber dann oder sonst also denn`},
	{commonWord, `
the a an to is it this that these those and of in for on with we you i he she they my our your its not don't be are was were do does did have has had can could should would will if then than
as at by from into but or so what which who how why when where there here just also please yes yeah ok okay let's lets all any some no more now only up out about me us them it's i'm i'd we're
after before over under through during between within without against until per via inside outside around along across behind below above toward towards onto upon despite unlike near because unless once
except beyond regarding off down such both each every other another same many much more most less few several anything something everything nothing someone everyone
that's make sure need want there's isn't doesn't didn't can't won't like
ab an der die das den dem des ein eine einen einem einer und oder aber nicht kein keine keinen ist sind war wird werden ich du wir ihr sie mir mich dir dich uns auf mit für von zu zum zur im bei nach aus
wie was wer warum wenn dann dass auch noch nur schon mal bitte ja nein doch hier jetzt immer nie kann kannst können soll sollen sollte muss müssen hat haben habe möchte will diese dieser dieses alle
`},
	{askWord, `what what's whats why how how's who whose where when which whats was warum wieso weshalb wie wer wo wann welche welcher welches woher`},
	{auxWord, `is are was were does did has have do can could would should will may might isn't aren't doesn't didn't won't can't couldn't wouldn't shouldn't
ist sind war hat haben kann könnte soll sollte wird`},
}

func lexicon() map[string]class {
	m := make(map[string]class, 1200)
	for _, w := range wordLists {
		for _, s := range strings.Fields(w.list) {
			m[s] |= w.class
		}
	}
	return m
}
