import { expect, it } from 'vitest';
import { isSoldFrom } from './event-goods.ts';

const KINDS = ['topup', 'pack', 'card', 'bargain'] as const;

it.each([
  ['cart', ['topup', 'pack']],
  ['direct', ['topup', 'pack']],
  ['mall', ['topup', 'pack']],
  ['card', ['card']],
  ['bargain', ['bargain']],
] as const)('[R13] [V06] an order of source %s contains only %j', (source, kinds) => {
  expect(KINDS.filter((kind) => isSoldFrom(kind, source))).toEqual(kinds);
});
