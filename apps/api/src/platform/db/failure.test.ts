import { expect, it } from 'vitest';
import { databaseFailure, isPassing } from './failure.ts';

const failed = (code: string): Error => Object.assign(new Error('x'), { code });

it.each([
  [failed('53100'), 'database_full', 'its disk is full'],
  [failed('53300'), 'database_refuses', 'it has no connection left'],
  [failed('25006'), 'database_refuses', 'it is read-only'],
  [failed('57P03'), 'database_unreachable', 'it is starting, or shutting down'],
  [failed('08006'), 'database_unreachable', 'the connection broke'],
  [failed('ECONNREFUSED'), 'database_unreachable', 'nobody listens at its address'],
  [failed('57014'), 'database_unreachable', 'a statement took longer than it may'],
  [new Error('Connection terminated unexpectedly'), 'database_unreachable', 'the connection broke'],
])('names the cause of a database failure: case %#', (error, kind, why) => {
  expect(databaseFailure(error)).toEqual({ kind, why });
});

it.each([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'timeout expired',
])('recognises exhausted connections: %s', (said) => {
  expect(databaseFailure(new Error(said))).toEqual({
    kind: 'database_unreachable',
    why: 'no connection came in time',
    isExhaustion: true,
  });
});

it.each([
  ['a deadlock', failed('40P01'), true],
  ['a serialisation conflict', failed('40001'), true],
  ['a statement that took too long', failed('57014'), true],
  ['no connection in time', new Error('timeout exceeded when trying to connect'), true],
  ['a full disk', failed('53100'), false],
  ['a database that is away (14.22)', failed('ECONNREFUSED'), true],
  ['a read-only one, during a failover (14.22)', failed('25006'), true],
  ['no host that accepts writes (14.22)', failed('NO_WRITABLE_HOST'), true],
  [
    'a socket without a server (14.22)',
    Object.assign(failed('ENOENT'), { syscall: 'connect' }),
    true,
  ],
  ['a missing file', Object.assign(failed('ENOENT'), { syscall: 'open' }), false],
  ['no answer in time (14.22)', new Error('Query read timeout'), true],
  ['one that broke, perhaps after the commit (14.22)', new Error('Connection terminated'), true],
  [
    'one that broke between two statements (14.22)',
    new Error('Client has encountered a connection error and is not queryable'),
    true,
  ],
  ['a broken rule', failed('23505'), false],
  ['a bug', new Error('boom'), false],
])('tells temporary errors from permanent ones: %s', (_, error, passes) => {
  expect(isPassing(error)).toBe(passes);
});

it.each([failed('23505'), failed('XX000'), new Error('boom'), 'text'])(
  'says nothing of what is not the database: case %#',
  (error) => {
    expect(databaseFailure(error)).toBeNull();
  },
);
