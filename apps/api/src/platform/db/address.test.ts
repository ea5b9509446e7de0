import { expect, it } from 'vitest';
import { isHere, readDatabaseAddress, type DatabaseAddress } from './address.ts';

function addressOf(value: string): DatabaseAddress {
  const read = readDatabaseAddress(value);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

it.each([
  ['postgres://u:p@h:5433/db', ['h:5433']],
  ['postgresql://h/db', ['h:5432']],
  ['postgres://u:p@h1:5432,h2:5433/db?target_session_attrs=read-write', ['h1:5432', 'h2:5433']],
  ['postgres://u:p@h1,h2/db', ['h1:5432', 'h2:5432']],
  ['postgres://u:p@/db?host=h1,h2&port=5433', ['h1:5433', 'h2:5433']],
  ['postgres://u:p@/db?host=/run/postgresql', ['/run/postgresql/.s.PGSQL.5432']],
  ['postgres:///db?host=%2Frun%2Fpostgresql&port=5433', ['/run/postgresql/.s.PGSQL.5433']],
  ['postgres://u:p@%2Frun%2Fpostgresql/db', ['/run/postgresql/.s.PGSQL.5432']],
  ['postgres://u:p@[::1]:5433/db', ['[::1]:5433']],
  ['postgres:///db', ['localhost:5432']],
])('DATABASE_URL %s names its hosts (14.22)', (value, labels) => {
  expect(addressOf(value).places.map(({ label }) => label)).toEqual(labels);
});

it('each host gets an address of its own, with login and options (14.22)', () => {
  const value = 'postgres://shop:p%40ss@h1,%2Frun/db?host=h1,/run&sslmode=verify-full&user=shop';
  const { places, password, user, database, sslmode, isChosen } = addressOf(value);
  expect(places.map(({ url }) => url)).toEqual([
    'postgres://shop:p%40ss@h1:5432/db?sslmode=verify-full&user=shop',
    'postgres://shop:p%40ss@%2Frun:5432/db?sslmode=verify-full&user=shop',
  ]);
  expect({ password, user, database, sslmode, isChosen }).toEqual({
    password: 'p@ss',
    user: 'shop',
    database: 'db',
    sslmode: 'verify-full',
    isChosen: true,
  });
});

it('a name in the address never replaces that of the process, which tells its release', () => {
  for (const key of ['application_name', 'application%5Fname']) {
    const { places } = addressOf(`postgres://u:p@h1,h2/db?${key}=webpay&sslmode=require`);
    expect(places.map(({ url }) => url)).toEqual([
      'postgres://u:p@h1:5432/db?sslmode=require',
      'postgres://u:p@h2:5432/db?sslmode=require',
    ]);
  }
});

it.each([
  ['mysql://h/db', 'is not an address like postgres://user:password@host:5432/database'],
  ['postgres://h', 'is not an address like postgres://user:password@host:5432/database'],
  ['postgres://u:secret@h:x/db', 'holds a host that is not like db.example:5432'],
  ['postgres://u:secret@h:70000/db', 'holds a host that is not like db.example:5432'],
  ['postgres://u:secret@h1,h2,h3/db?port=1,2', 'names 3 hosts and 2 ports'],
  ['postgres://u:%zz@h/db', 'has a percent sign that stands for no character'],
  [
    'postgres://u:secret@h/db?target_session_attrs=standby',
    'asks for target_session_attrs=standby: the shop writes, so give read-write, primary or any',
  ],
])('DATABASE_URL %s is refused with a sentence (14.22)', (value, why) => {
  expect(readDatabaseAddress(value)).toBe(why);
});

it('the address of a replica asks for a standby, and several hosts are chosen from (14.22)', () => {
  const chosen = (value: string) => {
    const read = readDatabaseAddress(value, 'reads');
    return typeof read === 'string' ? read : read.isChosen;
  };
  expect(chosen('postgres://u@h/db')).toBe(false);
  expect(chosen('postgres://u@h1,h2/db')).toBe(true);
  expect(chosen('postgres://u@h/db?target_session_attrs=standby')).toBe(true);
  expect(chosen('postgres://u@h/db?target_session_attrs=primary')).toBe(
    'asks for target_session_attrs=primary: a replica is only read, so give read-only, standby or any',
  );
});

it.each([
  ['postgres://localhost/db', true],
  ['postgres:///db?host=/run/postgresql', true],
  ['postgres://[::1],127.0.0.1/db', true],
  ['postgres://localhost,db.example/db', false],
  ['postgres://localhost/db?host=db.example', false],
])('DATABASE_URL %s is on this machine: %s (14.22)', (value, here) => {
  expect(isHere(addressOf(value))).toBe(here);
});
