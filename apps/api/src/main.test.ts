import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { migrate } from './platform/db/migrate.ts';
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

describe.each(['server.ts', 'worker.ts'])(
  '%s, started by hand, reports in one sentence',
  (program) => {
    test('a missing database', async () => {
      expect(await runAlone(program, {})).toEqual({
        said: 'DATABASE_URL is not set: start the shop with npm start, or name a database.',
        code: 1,
      });
    });

    test('an unreachable database', async () => {
      expect(await runAlone(program, { DATABASE_URL: 'postgres://u:pw@127.0.0.1:1/shop' })).toEqual(
        {
          said: 'DATABASE_URL cannot be used: nothing answers at 127.0.0.1:1, so start PostgreSQL there or correct the address.',
          code: 1,
        },
      );
    });

    test('a schema older than the code', async () => {
      const { said, code } = await runAlone(program, { DATABASE_URL: await blankDatabase() });
      expect(said).toMatch(
        /^The database schema is older than this code \(it is at empty, 0001_\w+ is missing\): run "npm run migrate"\.$/,
      );
      expect(code).toBe(1);
    });

    test('a wrong environment', async () => {
      const url = await blankDatabase();
      await migrate(url, () => undefined);
      const { said, code } = await runAlone(program, { DATABASE_URL: url, LIMIT_SCALE: 'much' });
      expect(said).toBe(
        'The configuration cannot be used: LIMIT_SCALE is "much", not a number above 0.',
      );
      expect(code).toBe(1);
    });
  },
);
