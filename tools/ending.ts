import { constants } from 'node:os';
import { exitWithMessage } from '../apps/api/src/operator/command-line.ts';

const open = new Set<() => Promise<void>>();
let ended: Promise<void> | null = null;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Registers a resource that must not outlive the process. @returns releases it, once, however often
 * it is called; a signal releases it, too
 */
export function opened(giveBack: () => Promise<void>): () => Promise<void> {
  let given: Promise<void> | undefined;
  const once = (): Promise<void> => (given ??= giveBack().finally(() => open.delete(once)));
  open.add(once);
  return once;
}

/** For tools: signals release what is open before the process ends. */
export function endOnSignals(): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // Ctrl-C arrives twice: for the process group, and again from npm.
      if (ended !== null) return;
      const tell = console.error;
      tell(`${signal}: ending what was started.`);
      // Output of a tool whose shop is stopping is not a finding.
      Object.assign(console, { log: () => undefined, error: () => undefined });
      void endAll()
        .catch((error: unknown) => tell(error))
        .finally(() => process.exit(128 + constants.signals[signal]));
    });
  }
}

/** Ends a tool with an error, after it has released what is open. */
export async function endAndTell(why: unknown): Promise<never> {
  // An error caused by the signal is not reported; the signal's own end follows.
  if (ended !== null) await new Promise(() => undefined);
  await endAll().catch((another: unknown) => console.error(another));
  return exitWithMessage(why);
}

/** In reverse order, because later resources may use earlier ones. */
function endAll(): Promise<void> {
  ended ??= (async () => {
    for (let last = [...open].at(-1); last !== undefined; last = [...open].at(-1)) await last();
  })();
  return ended;
}

/** One Ctrl-C arrives twice: npm forwards the signal that its process group has received. */
const SAME_PRESS_MS = 500;

/** Reports whether a signal is a second key press, not a duplicate. */
export function isSecondPress(firstAtMs: number, nowMs: number): boolean {
  return nowMs - firstAtMs >= SAME_PRESS_MS;
}
