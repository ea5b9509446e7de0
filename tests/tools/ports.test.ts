import { expect, test } from 'vitest';
import { freePorts } from '../../tools/ports.ts';

test('ports that were given out are given to nobody else, though nothing listens on them yet', async () => {
  const ports: number[] = [];
  for (let worlds = 0; worlds < 60; worlds += 1) ports.push(...(await freePorts(15)));
  expect(new Set(ports).size).toBe(60 * 15);
});
