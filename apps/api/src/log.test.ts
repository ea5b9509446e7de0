import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it('ends no process when its disk is full, and says that it is', async ({ skip }) => {
  skip(!existsSync('/dev/full'), 'only Linux has a disk that is always full');
  let notWritten = 0;
  const log = createLog('test', { file: '/dev/full' }, () => (notWritten += 1));
  log.error('lost');
  await expect.poll(() => notWritten).toBeGreaterThan(1);
});
