import { execFile } from 'node:child_process';
import path from 'node:path';

/** Runs `npm run TOOL -- OPTIONS` in a test environment. @returns its output and exit code */
export function commandWith(
  env: Readonly<Record<string, string>>,
): (tool: string, ...options: readonly string[]) => Promise<string> {
  const own = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...env };
  return (tool, ...options) =>
    new Promise((resolve) => {
      const file = path.join(import.meta.dirname, `../../apps/api/src/operator/${tool}.ts`);
      execFile(process.execPath, [file, ...options], { env: own }, (error, out, err) => {
        resolve(`${error?.code ?? 0}: ${out}${err}`.trim());
      });
    });
}
