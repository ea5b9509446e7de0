import { pino, type Logger, type LoggerOptions } from 'pino';
import { createRedactor } from './redact.ts';

export type LogTarget = 'stdout' | 'stderr' | { readonly file: string };

const FILES = { stdout: 1, stderr: 2 } as const;
/** Buffered while the disk is full; more is lost. */
const MAX_KEPT_BYTES = 4_000_000;

/**
 * Writes JSON logs to stdout, or to stderr for commands, with `secrets` and personal data redacted
 * (payments.md §0.7). A log that cannot be written ends no process: `onNotWritten` counts it.
 * @param addFields gives fields of every line
 */
export function createLog(
  name: string,
  to: LogTarget,
  onNotWritten: () => void,
  secrets: readonly string[] = [],
  addFields?: () => object,
): Logger {
  const redactor = createRedactor(secrets);
  const options: LoggerOptions = {
    name: `webpay-${name}`,
    level: 'info',
    ...(addFields && { mixin: addFields }),
    // Libraries attach objects to their errors, such as pg's connection with session keys and rows.
    formatters: { log: (line) => redactor.line(line) },
    hooks: {
      logMethod(args, method) {
        const [first, said, ...more] = args as unknown[];
        // pino uses an error's message where the line has none.
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
  // One write for each line would cost as much as the call that it logs.
  const destination = pino.destination({
    dest: typeof to === 'object' ? to.file : FILES[to],
    sync: false,
    minLength: 4_096,
    periodicFlush: 250,
    maxLength: MAX_KEPT_BYTES,
  });
  destination.on('error', onNotWritten);
  return pino(options, destination);
}

function errorOf(line: unknown): Error | null {
  const err = typeof line === 'object' && line !== null && 'err' in line ? line.err : null;
  return err instanceof Error ? err : null;
}
