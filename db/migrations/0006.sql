-- Search over decisions. Hooks do nothing for it but read these lines, so they are few: what has pages fills it, see
-- search.go. A row's number is the decision's time in seconds and its id, so that the newest come first without sorting.

create virtual table decision_text using fts5 (quote, question, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3', columnsize = 0);
insert into decision_text (decision_text, rank) values ('secure-delete', 1); -- what is deleted leaves no trace in it

create trigger decision_deleted after delete on decision begin
	delete from decision_text where rowid = (old.at / 1000 << 31) + old.id;
	update setting set value = min(cast(value as integer), (select coalesce(max(id), 0) from decision)) where name = 'searchable'; -- an id may be given again
end;

create index decision_rejected on decision (at, id) where status = 'rejected';
