#!/bin/bash
# Runs once, when PostgreSQL creates its data: the role of the shop owns its database and has no other rights. Nobody knows a
# password of the superuser `postgres`, which only the socket in the container lets in.
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'SQL'
\getenv password POSTGRES_PASSWORD
create role shop login nosuperuser nocreatedb nocreaterole password :'password';
create database shop owner shop;
revoke all on database shop from public;
alter role postgres password null;
SQL
