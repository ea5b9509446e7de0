import { StartError } from '../apps/api/src/start-error.ts';

/** How every tool ends badly: one sentence for what its user can mend, the stack for a bug, exit code 1. */
export function tellAndExit(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
