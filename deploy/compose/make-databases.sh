#!/bin/sh
# At the first start of PostgreSQL: a database and an owner for each service.
set -eu
for name in reputation compute; do
  export PASSWORD_FILE="${SECRETS:-/run/secrets}/$name-database-password"
  psql --set ON_ERROR_STOP=1 --username postgres --set name="$name" <<'SQL'
\set password `cat "$PASSWORD_FILE"`
create role :"name" login password :'password';
create database :"name" owner :"name" encoding 'UTF8' template template0;
SQL
done
