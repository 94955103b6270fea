#!/bin/bash
# The data of the former primary, which is stopped, become those of a standby of the primary at PGHOST (and PGPORT). What only
# the former primary has is deleted. When it was interrupted it can be run again.
set -e
export PGUSER=replica PGPASSWORD=$POSTGRES_PASSWORD
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname=postgres <<'SQL'
select pg_create_physical_replication_slot('database')
where not exists (select from pg_replication_slots where slot_name = 'database') \g /dev/null
SQL
rm --recursive --force "$PGDATA/new"
pg_basebackup --pgdata="$PGDATA/new" --slot=database --write-recovery-conf --checkpoint=fast
printf "hot_standby_feedback = on\nmax_standby_streaming_delay = '1s'\n" >> "$PGDATA/new/postgresql.auto.conf"
# The folder itself is the volume.
find "$PGDATA" -mindepth 1 -maxdepth 1 ! -name new -exec rm --recursive --force {} +
find "$PGDATA/new" -mindepth 1 -maxdepth 1 -exec mv --target-directory="$PGDATA" {} +
rmdir "$PGDATA/new"
