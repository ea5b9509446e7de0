import { pino, type Logger, type LoggerOptions } from 'pino';
import { createRedactor } from './redact.ts';

export type LogTarget = 'stdout' | 'stderr' | { readonly file: string };

const FILES = { stdout: 1, stderr: 2 } as const;
/** Kept for a disk that is full at the moment; what is more is lost. */
const MOST_KEPT_BYTES = 4_000_000;

/**
 * Logs are JSON, on stdout but for commands; nothing secret or personal ever stands in them (payments.md §0.7).
 * `secrets` of the configuration are struck out wherever they stand. One that cannot be written, because its disk is full,
 * ends no process: `onNotWritten` counts it.
 */
export function createLog(
  name: string,
  to: LogTarget,
  onNotWritten: () => void,
  secrets: readonly string[] = [],
): Logger {
  const redactor = createRedactor(secrets);
  const options: LoggerOptions = {
    name: `webpay-${name}`,
    level: 'info',
    // Libraries hang on their errors what they were at work with: pg its connection, with keys of its session, and rows.
    formatters: { log: (line) => redactor.line(line) },
    hooks: {
      logMethod(args, method) {
        const [first, said, ...more] = args as unknown[];
        // pino takes an error's message for the line's where none is given.
        const error = first instanceof Error ? first : errorOf(first);
        const line = first instanceof Error ? { err: first } : first;
        const given = said ?? error?.message;
        const words = [line, given, ...more]
          .map((each) => (typeof each === 'string' ? redactor.text(each) : each))
          .filter((each) => each !== undefined);
        method.apply(this, words as Parameters<typeof method>);
      },
    },
  };
  // A write for every line would cost as much as the call it tells of.
  const destination = pino.destination({
    dest: typeof to === 'object' ? to.file : FILES[to],
    sync: false,
    minLength: 4_096,
    periodicFlush: 250,
    maxLength: MOST_KEPT_BYTES,
  });
  destination.on('error', onNotWritten);
  return pino(options, destination);
}

function errorOf(line: unknown): Error | null {
  const err = typeof line === 'object' && line !== null && 'err' in line ? line.err : null;
  return err instanceof Error ? err : null;
}
