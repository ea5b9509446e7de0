import { join } from 'node:path';
import { startSandbox, type SandboxOptions } from './sandbox.ts';
import { readSettings } from './settings.ts';

const settings = readSettings(process.env, join(import.meta.dirname, '..', '..', '..'));
if (typeof settings === 'string') {
  console.error(`sandbox: ${settings}`);
  process.exit(1);
}

leaveRoot(settings.runAs);
const sandbox = await startSandbox(settings);
console.log(`sandbox: open at ${settings.publicUrl ?? sandbox.url}`);

/** For good, before anything listens. */
function leaveRoot(runAs: SandboxOptions['runAs']): void {
  if (process.getuid?.() !== 0 || runAs === undefined) return;
  process.setgroups?.([]);
  process.setgid?.(runAs.gid);
  process.setuid?.(runAs.uid);
  process.umask(0o077);
}

const DRAIN_WITHIN_MS = 10_000;
let isStopping = false;
const stop = (): void => {
  if (isStopping) return;
  isStopping = true;
  // A webhook to a shop that hangs must not delay the end.
  setTimeout(() => process.exit(0), DRAIN_WITHIN_MS).unref();
  sandbox.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error('sandbox: the stop failed', error);
      process.exit(1);
    },
  );
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
