import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';

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
  const own = {
    PATH: process.env['PATH'],
    NODE_NO_WARNINGS: '1',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...env,
  };
  return (tool, ...options) =>
    new Promise((resolve) => {
      const words = [fileOfCommand(tool), ...options];
      execFile(process.execPath, words, { env: own }, (error, out, err) => {
        resolve(`${error?.code ?? 0}: ${out}${err}`.trim());
      });
    });
}

class Ended extends Error {
  readonly code: string | number;

  constructor(code: string | number) {
    super(`exit code ${code}`);
    this.code = code;
  }
}

let runs = 0;

export type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** Like `commandWith`, but in this process; see `ranHere`. */
export function commandHere(
  env: Readonly<Record<string, string>>,
): (tool: string, ...options: readonly string[]) => Promise<string> {
  const run = ranHere(env);
  return async (tool, ...options) => {
    const { code, out, err } = await run(tool, ...options);
    return `${code}: ${out}${err}`.trim();
  };
}

/**
 * Runs commands in this process, which loads their modules once. For commands that set no signal
 * handlers; one at a time.
 */
export function ranHere(
  env: Readonly<Record<string, string>>,
): (tool: string, ...options: readonly string[]) => Promise<Ran> {
  return async (tool, ...options) => {
    const file = fileOfCommand(tool);
    const [out, err]: [string[], string[]] = [[], []];
    const { argv, env: outer, exitCode } = process;
    const spies = [
      vi
        .spyOn(console, 'log')
        .mockImplementation((...words) => void out.push(`${words.join(' ')}\n`)),
      vi
        .spyOn(console, 'error')
        .mockImplementation((...words) => void err.push(`${words.join(' ')}\n`)),
      vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest: unknown[]) => {
        out.push(String(text));
        const done = rest.at(-1);
        if (typeof done === 'function') Reflect.apply(done, null, []);
        return true;
      }),
      vi.spyOn(process, 'exit').mockImplementation((code) => {
        throw new Ended(code ?? 0);
      }),
    ];
    process.argv = [process.execPath, file, ...options];
    process.env = { PATH: outer['PATH'], ...env };
    process.exitCode = undefined;
    const ran = (code: string | number | null | undefined): Ran => ({
      code: Number(code ?? 0),
      out: out.join(''),
      err: err.join(''),
    });
    try {
      runs += 1;
      // The query makes the file a new module, which runs again.
      await import(/* @vite-ignore */ `${file}?run=${runs}`);
      return ran(process.exitCode);
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      return ran(error.code);
    } finally {
      process.argv = argv;
      process.env = outer;
      process.exitCode = exitCode;
      for (const spy of spies) spy.mockRestore();
    }
  };
}
