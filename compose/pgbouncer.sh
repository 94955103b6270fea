#!/bin/bash
# PgBouncer in transaction mode in front of the database at PGHOST (and PGPORT), for the role of the shop.
set -e
umask 077
folder=$(mktemp --directory)
printf '"shop" "%s"\n' "$DATABASE_PASSWORD" > "$folder/users.txt"
cat > "$folder/pgbouncer.ini" <<INI
[databases]
shop = host=$PGHOST port=${PGPORT:-5432}
[pgbouncer]
listen_addr = *
listen_port = ${LISTEN_PORT:-6432}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = $folder/users.txt
pool_mode = transaction
INI
exec pgbouncer -q "$folder/pgbouncer.ini"
