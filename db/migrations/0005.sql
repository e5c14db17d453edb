-- What the owner changes by hand, and when the keeper was told to pause.

alter table compaction add column unattended integer not null default 0; -- nobody sat before the client
-- Counts of the compaction's outcomes, so that lists need not count them: see countOutcomes in outcome.go.
alter table compaction add column asked integer not null default 0;
alter table compaction add column kept integer not null default 0;
alter table compaction add column put_back integer not null default 0;
alter table compaction add column unchecked integer not null default 0;

update compaction set
	asked = (select count(*) from outcome o where o.compaction_id = compaction.id),
	kept = (select count(*) from outcome o where o.compaction_id = compaction.id and (o.outcome = 'verbatim' or o.echoed)),
	put_back = (select count(*) from outcome o where o.compaction_id = compaction.id and o.restored and not (o.outcome = 'verbatim' or o.echoed)),
	unchecked = (select count(*) from outcome o where o.compaction_id = compaction.id and o.outcome = '' and not o.echoed and not o.restored);

create table edit (                              -- what the owner changed about a decision, so that it can be undone
	id          integer primary key,
	decision_id integer not null references decision (id) on delete cascade,
	at          integer not null,
	who         text not null,
	what        text not null,                   -- see Edit in edit.go
	before      text not null,                   -- what it changed, JSON: kind, status, why, replaced_by, pinned, edited
	undone_at   integer not null default 0
) strict;
create index edit_decision on edit (decision_id, id);

create table pause (                             -- when all projects count as off
	id      integer primary key,
	from_at integer not null,
	to_at   integer not null
) strict;

create index decision_at on decision (at, id);
create index decision_waiting on decision (session_id) where status = 'live' and kind = 'open_question';
