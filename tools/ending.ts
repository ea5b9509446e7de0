import { constants } from 'node:os';
import { exitWithMessage } from '../apps/api/src/operator/command-line.ts';

/** What a tool opened and has not given back; in the order it was opened. */
const open = new Set<() => Promise<void>>();
let ended: Promise<void> | null = null;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Something that must not outlive this process: a world, a folder. Answers how it is given back; if the tool is ended
 * before it does so, that is done for it. However often it is asked for, it happens once.
 */
export function opened(giveBack: () => Promise<void>): () => Promise<void> {
  let given: Promise<void> | undefined;
  const once = (): Promise<void> => (given ??= giveBack().finally(() => open.delete(once)));
  open.add(once);
  return once;
}

/** For tools: the signals that end a process end first what it opened. */
export function endOnSignals(): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // Ctrl-C comes twice: to the whole group, and once more from npm.
      if (ended !== null) return;
      const tell = console.error;
      tell(`${signal}: ending what was started.`);
      // What the tool still finds out, it finds out of a world that goes away.
      Object.assign(console, { log: () => undefined, error: () => undefined });
      void endAll()
        .catch((error: unknown) => tell(error))
        .finally(() => process.exit(128 + constants.signals[signal]));
    });
  }
}

/** How a tool that opened something ends badly: as any does, after what it opened. */
export async function endAndTell(why: unknown): Promise<never> {
  // What fails because a signal takes its world away is no news, and the signal's own end comes.
  if (ended !== null) await new Promise(() => undefined);
  await endAll().catch((another: unknown) => console.error(another));
  return exitWithMessage(why);
}

/** The last first: it may need what was opened before it. */
function endAll(): Promise<void> {
  ended ??= (async () => {
    for (let last = [...open].at(-1); last !== undefined; last = [...open].at(-1)) await last();
  })();
  return ended;
}
