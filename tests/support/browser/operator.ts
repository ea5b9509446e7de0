import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const TOOL = path.join(import.meta.dirname, '../../../apps/api/src/operator/resolve.ts');

/** `npm run resolve -- …` beside the shop of this run. @returns what it prints */
export async function decide(...words: readonly string[]): Promise<string> {
  const DATABASE_URL = process.env['WEBPAY_E2E_DATABASE_URL'];
  if (DATABASE_URL === undefined) throw new Error('WEBPAY_E2E_DATABASE_URL names no database');
  const env = { ...process.env, DATABASE_URL };
  const { stdout } = await promisify(execFile)(process.execPath, [TOOL, ...words], { env });
  return stdout;
}
