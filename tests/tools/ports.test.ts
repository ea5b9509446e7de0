import { expect, test } from 'vitest';
import { freePorts } from '../../tools/ports.ts';

test('reserved ports are not given to another process while nothing listens on them', async () => {
  const ports: number[] = [];
  for (let worlds = 0; worlds < 60; worlds += 1) ports.push(...(await freePorts(15)));
  expect(new Set(ports).size).toBe(60 * 15);
});
