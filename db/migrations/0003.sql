-- What doctor --live found out about a version of the client: whether a random word arrived on each road.

create table delivery (
	client_version text not null,
	road           text not null,                -- see Roads in cmd/internal/live
	at             integer not null,
	arrived        integer not null,
	found          text not null,                -- where it arrived, or what was there instead
	primary key (client_version, road)
) strict, without rowid;
