-- Search over decisions. Hooks do nothing for it: what has pages fills it, see search.go. A row's number is the decision's
-- time in seconds and its id, so that the newest come first without sorting.

create virtual table decision_text using fts5 (quote, question, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3', columnsize = 0);
insert into decision_text (decision_text, rank) values ('secure-delete', 1); -- what is deleted leaves no trace in it

create table searchable (upto integer not null) strict; -- the newest decision that decision_text holds
insert into searchable (upto) values (0);

create trigger decision_deleted after delete on decision begin
	delete from decision_text where rowid = (old.at / 1000 << 31) + old.id;
	update searchable set upto = min(upto, (select coalesce(max(id), 0) from decision)); -- an id may be given again
end;

create trigger question_forgotten after update of question on word begin
	update decision_text set question = new.question where rowid in (select (at / 1000 << 31) + id from decision where word_id = new.id);
end;

create index decision_rejected on decision (at, id) where status = 'rejected';
create index edit_forget on edit (at) where what = 'forget' and undone_at = 0;
