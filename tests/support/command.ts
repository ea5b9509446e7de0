import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

/** The file that `npm run TOOL` runs. @throws Error for a tool that is no script of package.json */
export function fileOfCommand(tool: string): string {
  const text = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
  // Verified edge: our own package.json.
  const { scripts } = JSON.parse(text) as { scripts: Readonly<Record<string, string>> };
  const file = scripts[tool]?.split(' ').at(-1);
  if (file === undefined) throw new Error(`package.json has no script ${tool}`);
  return path.join(ROOT, file);
}

/** Runs `npm run TOOL -- OPTIONS` in a test environment. @returns its output and exit code */
export function commandWith(
  env: Readonly<Record<string, string>>,
): (tool: string, ...options: readonly string[]) => Promise<string> {
  const own = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...env };
  return (tool, ...options) =>
    new Promise((resolve) => {
      const words = [fileOfCommand(tool), ...options];
      execFile(process.execPath, words, { env: own }, (error, out, err) => {
        resolve(`${error?.code ?? 0}: ${out}${err}`.trim());
      });
    });
}
