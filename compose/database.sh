#!/bin/bash
# Runs once, when PostgreSQL creates its data: the role of the shop owns its database and has no other rights, that of the
# replica can only copy. Nobody knows a password of the superuser `postgres`, which only the socket in the container lets in.
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'SQL'
\getenv password POSTGRES_PASSWORD
create role shop login nosuperuser nocreatedb nocreaterole password :'password';
alter role shop set statement_timeout = '15s';
alter role shop set jit = off;
alter role shop set max_parallel_workers_per_gather = 0;
create role replica login replication nosuperuser nocreatedb nocreaterole password :'password';
create database shop owner shop;
revoke all on database shop from public;
alter role postgres password null;
SQL
echo 'host replication replica samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
