-- What the owner changes by hand, and when the keeper was told to pause.

alter table compaction add column unattended integer not null default 0; -- nobody sat before the client
-- Counts of the compaction's outcomes, so that lists need not count them. SaveOutcomes counts, once for all that it saves:
-- the row holds the summary, and is written anew as a whole. Where a decision is deleted a trigger counts down.
alter table compaction add column asked integer not null default 0;
alter table compaction add column kept integer not null default 0;
alter table compaction add column put_back integer not null default 0;
alter table compaction add column unchecked integer not null default 0;

update compaction set
	asked = (select count(*) from outcome o where o.compaction_id = compaction.id),
	kept = (select count(*) from outcome o where o.compaction_id = compaction.id and (o.outcome = 'verbatim' or o.echoed)),
	put_back = (select count(*) from outcome o where o.compaction_id = compaction.id and o.restored and not (o.outcome = 'verbatim' or o.echoed)),
	unchecked = (select count(*) from outcome o where o.compaction_id = compaction.id and o.outcome = '' and not o.echoed and not o.restored);

create trigger count_outcome_deleted after delete on outcome begin
	update compaction set
		asked = asked - 1,
		kept = kept - (old.outcome = 'verbatim' or old.echoed),
		put_back = put_back - (old.restored and not (old.outcome = 'verbatim' or old.echoed)),
		unchecked = unchecked - (old.outcome = '' and not old.echoed and not old.restored)
	where id = old.compaction_id;
end;

create table tally (                             -- counts of a session, kept by triggers like those above
	session_id  text primary key references session (id) on delete cascade,
	live        integer not null default 0,      -- live decisions
	compactions integer not null default 0       -- of the main conversation, those left out that came to nothing
) strict, without rowid;

insert into tally (session_id, live, compactions)
	select s.id, (select count(*) from decision d where d.session_id = s.id and d.status = 'live'),
		(select count(*) from compaction c where c.session_id = s.id and c.agent_id = '' and c.state <> 'nothing') from session s;

create trigger tally_session_added after insert on session begin
	insert into tally (session_id) values (new.id);
end;
create trigger tally_decision_added after insert on decision when new.status = 'live' begin
	update tally set live = live + 1 where session_id = new.session_id;
end;
create trigger tally_decision_changed after update of status on decision when (old.status = 'live') <> (new.status = 'live') begin
	update tally set live = live + (new.status = 'live') - (old.status = 'live') where session_id = new.session_id;
end;
create trigger tally_decision_deleted after delete on decision when old.status = 'live' begin
	update tally set live = live - 1 where session_id = old.session_id;
end;
create trigger tally_compaction_added after insert on compaction when new.agent_id = '' and new.state <> 'nothing' begin
	update tally set compactions = compactions + 1 where session_id = new.session_id;
end;
create trigger tally_compaction_changed after update of state on compaction when new.agent_id = '' and (old.state = 'nothing') <> (new.state = 'nothing') begin
	update tally set compactions = compactions + (new.state <> 'nothing') - (old.state <> 'nothing') where session_id = new.session_id;
end;
create trigger tally_compaction_deleted after delete on compaction when old.agent_id = '' and old.state <> 'nothing' begin
	update tally set compactions = compactions - 1 where session_id = old.session_id;
end;

-- The course of what stood, without a look at the rows, which hold the summaries.
create index compaction_course on compaction (opened_at, state, asked, kept, put_back, unchecked) where agent_id = '';

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
create index decision_waiting on decision (at, id) where status = 'live' and kind = 'open_question';
