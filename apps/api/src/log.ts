import { pino, type Logger, type LoggerOptions } from 'pino';

const FILES = { stdout: 1, stderr: 2 } as const;
/** Kept for a disk that is full at the moment; what is more is lost. */
const MOST_KEPT_BYTES = 4_000_000;

/** Fields of calls that stand in no log, at the top of a line or one level below it. */
const SECRETS = [
  'user_token',
  'token',
  'sign',
  'pwd',
  'pwd_confirm',
  'old_pwd',
  'code',
  'v_code',
  'v_code_md5',
  'paymentToken',
  'sessionKey',
  'cid',
];

/** `code` is also what errors and answers call their own. */
function isMailCode(value: unknown): boolean {
  return typeof value === 'string' && /^\s*\d{6}\s*$/.test(value);
}

/**
 * Logs are JSON, on stdout but for commands; nothing secret or personal ever stands in them (payments.md §0.7).
 * One that cannot be written, because its disk is full, ends no process: `onNotWritten` counts it.
 */
export function createLog(
  name: string,
  to: 'stdout' | 'stderr' | { readonly file: string },
  onNotWritten: () => void,
): Logger {
  const options: LoggerOptions = {
    name: `webpay-${name}`,
    level: 'info',
    serializers: { err: errorForLog },
    redact: {
      paths: [
        ...SECRETS.flatMap((name) => [name, `*.${name}`]),
        'req.headers.authorization',
        'req.headers.cookie',
      ],
      censor: (value, path) =>
        path.at(-1) === 'code' && !isMailCode(value) ? value : '[redacted]',
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

/**
 * Libraries hang on their errors what they were at work with: pg its connection, with keys of its session, and of a broken
 * constraint the row.
 */
function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const told = pino.stdSerializers.err(error);
  return Object.fromEntries(
    Object.entries(told).filter(
      ([name, value]) => name !== 'detail' && (value === null || typeof value !== 'object'),
    ),
  );
}
