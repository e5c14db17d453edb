-- Forks are known by the row they begin with: to find whose it is must not take a look at every compaction.

create index compaction_row on compaction (boundary_uuid) where boundary_uuid <> '';
