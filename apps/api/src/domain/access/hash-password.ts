import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '../../errors.ts';
import { createLane, type Rank } from '../../platform/resilience/lane.ts';

/** OWASP's first choice for Argon2id: 19 MiB, 2 passes, parallelism 1. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const SALT_BYTES = 16;

/** Two at once leave threads of libuv's four: each hash takes one for about 60 ms, and 19 MiB. */
const inQueue = createHashingQueue({
  atOnce: 2,
  waiting: 64,
  full: () => new Refusal('TOO_FREQUENT'),
});

const derive = promisify(argon2);

/** Normalized, because keyboards compose letters differently. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'), 'utf8');

/** Hashes a password as a PHC string. @throws Refusal TOO_FREQUENT when the queue is full */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await run(password, { nonce: salt, ...COST });
  const parameters = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;
  return `$argon2id$v=19$${parameters}$${plainBase64(salt)}$${plainBase64(hash)}`;
}

/**
 * Uses the parameters of `phc`, so that stronger ones can follow.
 * @param rank first: before the hashes of strangers @throws Refusal TOO_FREQUENT
 */
export async function isPassword(
  password: string,
  phc: string,
  rank: Rank = 'last',
): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc);
  if (parts === null) throw new Error('unknown format of a stored password hash');
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts;
  const expected = Buffer.from(hash, 'base64');
  const parameters = {
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  };
  const found = await run(password, parameters, rank);
  return timingSafeEqual(found, expected);
}

function run(
  password: string,
  parameters: Omit<Argon2Parameters, 'message'>,
  rank: Rank = 'last',
): Promise<Buffer> {
  return inQueue(() => derive('argon2id', { message: bytesOf(password), ...parameters }), rank);
}

/** PHC strings write base64 without padding. */
function plainBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/**
 * Returns a function that runs work with a concurrency limit and a bounded queue; it throws the work's error, or the
 * error of `full`.
 */
export function createHashingQueue(rules: {
  readonly atOnce: number;
  readonly waiting: number;
  readonly full: () => Error;
}) {
  const lane = createLane(rules);
  return async <T>(work: () => Promise<T>, rank: Rank = 'last'): Promise<T> => {
    const entered = lane.enter(work, rank);
    if (entered === null) throw rules.full();
    return entered;
  };
}
