import { expect, it } from 'vitest';
import { databaseTrouble } from './trouble.ts';

const failed = (code: string): Error => Object.assign(new Error('x'), { code });

it.each([
  [failed('53100'), 'database_full', 'its disk is full'],
  [failed('53300'), 'database_refuses', 'it has no connection left'],
  [failed('25006'), 'database_refuses', 'it is read-only'],
  [failed('57P03'), 'database_unreachable', 'it is starting, or shutting down'],
  [failed('08006'), 'database_unreachable', 'the connection broke'],
  [failed('ECONNREFUSED'), 'database_unreachable', 'nobody listens at its address'],
  [new Error('Connection terminated unexpectedly'), 'database_unreachable', 'the connection broke'],
])('names the cause of a database in trouble: case %#', (error, kind, why) => {
  expect(databaseTrouble(error)).toEqual({ kind, why });
});

it('knows a crowd that waits for connections', () => {
  expect(databaseTrouble(new Error('timeout exceeded when trying to connect'))).toEqual({
    kind: 'database_unreachable',
    why: 'no connection came free in time',
    isCrowd: true,
  });
});

it.each([failed('23505'), failed('XX000'), new Error('boom'), 'text'])(
  'says nothing of what is not the database: case %#',
  (error) => {
    expect(databaseTrouble(error)).toBeNull();
  },
);
