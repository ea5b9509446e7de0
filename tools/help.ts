import { readFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../apps/api/src/platform/start-error.ts';
import { exitWithMessage } from '../apps/api/src/operator/tell.ts';

/**
 * `sh tools/run.sh VERB --help`, which is what every script of package.json runs: prints the comment at the head of
 * tools/VERB.ts. It says what the command does and takes, and is not written down twice.
 */
try {
  const [, , verb = ''] = process.argv;
  const file = `${verb.replace(':', '-')}.ts`;
  console.log(usageIn(readFileSync(path.join(import.meta.dirname, file), 'utf8'), verb));
} catch (error) {
  exitWithMessage(error);
}

function usageIn(source: string, verb: string): string {
  const comments = source.match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  const head = comments.find((comment) => new RegExp(`npm (run )?${verb}\\b`).test(comment));
  if (head === undefined) throw new StartError(`tools/${verb}.ts does not say what it does.`);
  return head
    .replace(/^\/\*\*\s*|\s*\*\/$/g, '')
    .replace(/^ ?\* ?/gm, '')
    .replaceAll('`', '')
    .trim();
}
