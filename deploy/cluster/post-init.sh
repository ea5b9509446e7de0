#!/bin/sh
# Patroni runs this once, on the first primary, with a connection string.
set -eu
psql -v ON_ERROR_STOP=1 "$1" <<SQL
create role webpay_owner login password '${ownerPassword}';
create role webpay_runtime login password '${runtimePassword}';
create database webpay owner webpay_owner;
SQL
