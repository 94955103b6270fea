#!/bin/bash
# A standby of the database at PGHOST (and PGPORT), by the role `replica` with PGPASSWORD. The first start copies the
# database: completely or not at all. Arguments are options of the server.
set -e
data=$PGDATA/replica
export PGUSER=replica
if [ ! -d "$data" ]; then
  # The slot of a former copy that was away for too long is lost: it would keep nothing for the new one.
  psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname=postgres <<'SQL'
select pg_drop_replication_slot(slot_name) from pg_replication_slots
where slot_name = 'replica' and wal_status = 'lost' \g /dev/null
select pg_create_physical_replication_slot('replica')
where not exists (select from pg_replication_slots where slot_name = 'replica') \g /dev/null
SQL
  rm --recursive --force "$data.part"
  pg_basebackup --pgdata="$data.part" --slot=replica --write-recovery-conf --checkpoint=fast
  mv "$data.part" "$data"
fi
# The primary keeps the rows that the replica still reads. The last setting is for the time after it was promoted.
exec postgres -D "$data" -c hot_standby_feedback=on -c max_standby_streaming_delay=1s -c max_slot_wal_keep_size=2GB "$@"
