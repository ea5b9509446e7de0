import { StartError } from '../platform/start-error.ts';

/** How every tool ends badly: one sentence for what its user can mend, the stack for a bug, exit code 1. */
export function exitWithMessage(error: unknown): never {
  console.error(error instanceof StartError ? error.message : stackOf(error));
  process.exit(1);
}

/** Where it comes from, without what libraries hang on their errors: pg its connection, with its keys. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const below: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const causes = error.cause === undefined ? below : [error.cause, ...below];
  return [error.stack ?? error.message, ...causes.map(stackOf)].join('\nbecause of: ');
}
