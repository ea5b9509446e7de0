import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../apps/api/src/platform/start-error.ts';
import { exitWithMessage } from '../apps/api/src/operator/command-line.ts';

/**
 * `sh tools/run.sh FILE --help`, for every script of package.json: prints the first comment of
 * FILE.
 */
if (import.meta.main) {
  try {
    const [, , given = '', word = ''] = process.argv;
    const other = path.join(path.dirname(given), `${word}.ts`);
    // `npm run operator -- reconcile --help` describes reconcile.
    const file = given.endsWith('/operator/operator.ts') && existsSync(other) ? other : given;
    console.log(usageIn(readFileSync(file, 'utf8'), file));
  } catch (error) {
    exitWithMessage(error);
  }
}

/** The comment about the usage of a command, without marks. @throws StartError when its source has none */
export function usageIn(source: string, file: string): string {
  const verb = path.basename(file, '.ts');
  const comments = source.match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  const head = comments.find((comment) =>
    new RegExp(`npm (run )?${verb.replaceAll('-', '[:-]')}\\b`).test(comment),
  );
  if (head === undefined) throw new StartError(`${file} has no comment about its usage.`);
  return head
    .replace(/^\/\*\*\s*|\s*\*\/$/g, '')
    .replace(/^ ?\* ?/gm, '')
    .replaceAll('`', '')
    .trim();
}
