import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Environment } from './config/fields.ts';
import { readConfig } from './config/config.ts';
import { StartError } from './platform/start-error.ts';
import { startServer } from './server.ts';
import { startWorker } from './worker.ts';
import { blankDatabase } from '../../../tests/support/test-database.ts';

/** Starts a program without the supervisor, and waits for its end. */
async function runAlone(program: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program)], {
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', RUN_AS: 'root', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, ended] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  const code: unknown = ended[0];
  return { said: said.trim(), code };
}

describe.each([
  ['server.ts', startServer],
  ['worker.ts', startWorker],
])('%s, started by hand, reports in one sentence', (program, start) => {
  test('a wrong environment', async () => {
    const env = { DATABASE_URL: 'postgres://u:pw@127.0.0.1:1/shop', LIMIT_SCALE: 'much' };
    expect(await runAlone(program, env)).toEqual({
      said: 'The configuration cannot be used: LIMIT_SCALE is "much", not a number above 0.',
      code: 1,
    });
  });

  // The test above proves that a process prints the sentence of such an error and ends with 1.
  const refusal = async (env: Environment): Promise<string> => {
    try {
      await (await start({ ...readConfig(env), logTo: 'stderr' })).stop();
      return 'it has started';
    } catch (error) {
      if (error instanceof StartError) return error.message;
      throw error;
    }
  };

  test('a missing database', async () => {
    expect(await refusal({})).toBe(
      'DATABASE_URL is not set: start the shop with npm start, or name a database.',
    );
  });

  test('an unreachable database', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://u:pw@127.0.0.1:1/shop' })).toBe(
      'DATABASE_URL cannot be used: nothing answers at 127.0.0.1:1, so start PostgreSQL there or correct the address.',
    );
  });

  test('a schema older than the code', async () => {
    expect(await refusal({ DATABASE_URL: await blankDatabase() })).toMatch(
      /^The database schema is older than this code \(it is at empty, 0001_\w+ is missing\): run "npm run migrate"\.$/,
    );
  });
});
