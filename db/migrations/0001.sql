-- Times are Unix milliseconds, sizes UTF-16 units unless the name says otherwise. 0 or '' means unknown.

create table project (
	id         integer primary key,
	root       text not null unique,             -- main repository root, else the folder
	enabled    integer not null default 1,
	created_at integer not null
) strict;

create table off_window (                        -- when the switch of a project was off: what was said then is passed over
	project_id integer not null references project (id) on delete cascade,
	from_at    integer not null,
	to_at      integer not null default 0        -- 0: still off
) strict;
create index off_window_project on off_window (project_id);

create table session (
	id          text primary key,                -- the client's
	project_id  integer not null references project (id),
	transcript  text not null,                   -- path of the file
	started_at  integer not null,                -- the keeper's first contact
	last_at     integer not null,
	read_offset integer not null default 0,      -- bytes of the transcript taken in
	read_state  text not null default ''         -- transcript.State, JSON
) strict;
create index session_project on session (project_id, last_at);

create table word (
	id          integer primary key,
	session_id  text not null references session (id) on delete cascade,
	uuid        text not null,
	ord         integer not null,
	line        integer not null,
	at          integer not null,
	prompt_id   text not null,
	channel     text not null,
	text        text not null,                   -- masked
	question    text not null,                   -- masked
	hash        integer not null,                -- of text, to find a word written again
	starts_turn integer not null,
	suggested   integer not null,
	withdrawn   integer not null default 0,
	answered    integer not null default 0
) strict;
create unique index word_row on word (session_id, uuid, ord) where uuid <> '';
create index word_again on word (session_id, hash);
create index word_open on word (session_id) where answered = 0;

create table decision (
	id          integer primary key,
	word_id     integer not null references word (id) on delete cascade,
	session_id  text not null,
	start       integer not null,                -- bytes into the word's text
	at          integer not null,
	kind        text not null,
	quote       text not null,
	status      text not null,
	why         text not null,
	replaced_by integer references decision (id) on delete set null,
	one_off     integer not null,
	pinned      integer not null default 0,
	cue         text not null,
	edited      integer not null default 0,
	unique (word_id, start)
) strict;
create index decision_live on decision (session_id) where status = 'live';
create index decision_session on decision (session_id, id);
create index decision_replaced_by on decision (replaced_by) where replaced_by is not null;

create table task (
	session_id text not null references session (id) on delete cascade,
	id         text not null,
	subject    text not null,
	status     text not null,
	primary key (session_id, id)
) strict, without rowid;

create table boundary (
	session_id text not null references session (id) on delete cascade,
	line       integer not null,
	uuid       text not null,
	at         integer not null,
	why        text not null,
	primary key (session_id, line, why)
) strict, without rowid;

create table compaction (
	id            integer primary key,
	session_id    text not null references session (id) on delete cascade,
	agent_id      text not null default '',      -- a subagent's compaction; '' the main conversation's
	trigger       text not null,                 -- manual, auto; '' when PreCompact did not run
	state         text not null,                 -- see State in compaction.go
	opened_at     integer not null,
	closed_at     integer not null default 0,
	prompt_id     text not null default '',
	last_word     integer not null default 0,    -- newest word known when it was opened
	brief_made    integer not null default 0,
	restore_made  integer not null default 0,
	echo_seen     integer not null default 0,    -- what the client left beside the summary stands in the transcript
	settled       integer not null default 0,    -- the prompt after it has looked for what is still missing
	asked_units   integer not null default 0,    -- size of the brief
	put_units     integer not null default 0,    -- size of what was put back
	put_words     integer not null default 0,    -- messages among it, decisions not counted
	summary       text not null default '',      -- masked
	boundary_uuid text not null default '',
	boundary_line integer not null default 0,
	pre_tokens    integer not null default 0,
	post_tokens   integer not null default 0,
	duration_ms   integer not null default 0,
	note          text not null default ''       -- what was unusual, for the owner
) strict;
create index compaction_session on compaction (session_id, opened_at, id);
create index compaction_opened on compaction (opened_at);
create unique index compaction_boundary on compaction (session_id, boundary_uuid) where boundary_uuid <> '';

create table outcome (
	compaction_id integer not null references compaction (id) on delete cascade,
	decision_id   integer not null references decision (id) on delete cascade,
	outcome       text not null default '',      -- verbatim, reworded, not_found; '' not checked
	echoed        integer not null default 0,    -- the client left it in the context beside the summary
	restored      integer not null default 0,    -- put back by us
	primary key (compaction_id, decision_id)
) strict, without rowid;
create index outcome_decision on outcome (decision_id);

create table invented (                          -- quotes the summary gives the owner and no word contains
	compaction_id integer not null references compaction (id) on delete cascade,
	quote         text not null
) strict;
create index invented_compaction on invented (compaction_id);

create table part (
	compaction_id integer not null references compaction (id) on delete cascade,
	purpose       text not null,                 -- brief, restore, rest
	n             integer not null,              -- from 1
	text          text not null default '',
	taken_at      integer not null default 0,    -- by the process that prints it
	primary key (compaction_id, purpose, n)
) strict, without rowid;

create table event (                             -- append-only
	id            integer primary key,
	at            integer not null,
	session_id    text not null,
	compaction_id integer not null default 0,
	what          text not null
) strict;
create index event_at on event (at);

create table hook_run (
	id         integer primary key,
	at         integer not null,
	event      text not null,
	session_id text not null,
	part       integer not null,
	us         integer not null,                 -- microseconds from the start of main to the record
	outcome    text not null,                    -- ok, off, failed, spooled
	error      text not null
) strict;
create index hook_run_at on hook_run (at);
create index hook_run_failed on hook_run (id) where error <> '';

create table setting (
	name  text primary key,
	value text not null
) strict, without rowid;
