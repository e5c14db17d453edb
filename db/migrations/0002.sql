-- What the owner told the keeper to forget: reading a transcript again must not bring it back. A key is a hash, so that
-- no text, path or id of what was forgotten stands here.

create table forgotten (
	scope     text not null,                     -- everything, project, session, word, texts, unfinished
	key       blob not null,                     -- see forget.go; empty for everything
	before_at integer not null,                  -- what was said up to then stays forgotten
	primary key (scope, key)
) strict, without rowid;
