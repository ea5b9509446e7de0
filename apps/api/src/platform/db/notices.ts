import type pg from 'pg';
import * as v from 'valibot';

/** Between two tries to listen again. */
const RECONNECT_MS = 300;
/** A connection may be dead, or its host no primary any more, without a word. */
const CHECK_EVERY_MS = 5_000;
/** A connection that takes longer to answer is not relied upon. */
const ANSWER_MS = 400;
/** One complaint in this time. */
const TELL_EVERY_MS = 60_000;

const checked = v.tuple([v.object({ is_standby: v.boolean() })]);

export type Notices = {
  /** Whether a change would be heard at once. */
  isHeard(): boolean;
  stop(): void;
};

/**
 * Listens over a permanent connection of `pool`, which must have one to spare. A connection that breaks, or whose host
 * became a standby, is replaced.
 * @param listen the statement that names the channels
 * @param hear called with each notice's text, and with null after each connection and each loss of one: notices may be missing
 * @param complain called when nothing can be heard, at most once a minute
 */
export function followNotices(
  pool: pg.Pool,
  listen: string,
  hear: (notice: string | null) => void,
  complain: (error: unknown) => void,
): Notices {
  let stopped = false;
  let heard: pg.PoolClient | null = null;
  let askedAtMs: number | null = null;
  let toldAtMs = -Infinity;
  let reconnecting: NodeJS.Timeout | undefined;
  const checking = setInterval(() => {
    if (heard !== null && askedAtMs === null) void check(heard);
  }, CHECK_EVERY_MS).unref();

  const connectLater = (why: unknown): void => {
    if (stopped) return;
    if (performance.now() - toldAtMs >= TELL_EVERY_MS) {
      toldAtMs = performance.now();
      complain(why);
    }
    reconnecting = setTimeout(() => void connect(), RECONNECT_MS);
  };
  const drop = (client: pg.PoolClient, why: unknown): void => {
    if (heard !== client) return;
    heard = null;
    client.release(true);
    connectLater(why);
    if (!stopped) hear(null);
  };

  /** @returns whether the connection answered */
  const ask = async (client: pg.PoolClient, text: string): Promise<readonly unknown[] | null> => {
    askedAtMs = performance.now();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } catch (error) {
      drop(client, error);
      return null;
    } finally {
      askedAtMs = null;
    }
  };

  async function check(client: pg.PoolClient): Promise<void> {
    const rows = await ask(
      client,
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as is_standby`,
    );
    if (rows !== null && v.parse(checked, rows)[0].is_standby) drop(client, 'a standby');
  }

  async function connect(): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      connectLater(error);
      return;
    }
    heard = client;
    client.once('error', (error: Error) => drop(client, error));
    client.once('end', () => drop(client, 'the connection ended'));
    client.on('notification', ({ payload = '' }) => hear(payload));
    if (stopped) {
      drop(client, 'stopped');
      return;
    }
    const listening = await ask(client, listen);
    if (listening !== null) hear(null);
  }

  void connect();
  return {
    isHeard: () =>
      heard !== null && (askedAtMs === null || performance.now() - askedAtMs < ANSWER_MS),
    stop: () => {
      stopped = true;
      clearInterval(checking);
      clearTimeout(reconnecting);
      if (heard !== null) drop(heard, 'stopped');
    },
  };
}
