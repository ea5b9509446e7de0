import * as v from 'valibot';
import { createClock, type Clock, type MovableClock } from './platform/clock.ts';
import type { Db } from './platform/db/pool.ts';
import { statement } from './platform/db/statement.ts';
import type { Ctx } from './context.ts';
import type { FollowedKeys } from './domain/orders/order-token-key.ts';

export const readSettings = statement({
  name: 'settings.read',
  text: `select (select value #>> '{}' from settings where key = 'clock_offset_ms')::int8 as clock_offset_ms,
      (select value #>> '{}' from settings where key = 'catalogue_version')::int8 as catalogue_version,
      (select string_agg(substr(name, 17) || ':' || encode(sha256(secret), 'hex'), ',' order by name) from server_secrets
        where name in ('order_token_key', 'order_token_key_next', 'order_token_key_previous')) as order_token_keys`,
  row: v.object({
    clock_offset_ms: v.number(),
    catalogue_version: v.number(),
    order_token_keys: v.nullable(v.string()),
  }),
});

export const writeClockOffset = statement({
  name: 'settings.write_clock_offset',
  text: `update settings set value = to_jsonb(:offsetMs::int8) where key = 'clock_offset_ms'`,
  params: { offsetMs: 'int8' },
});

/** Contract §1: every process sees a moved clock within 1 s. */
const LOOK_EVERY_MS = 400;

/** The shop's clock at this moment, for commands that end before it can move again. */
export async function readClock(db: Pick<Db, 'one'>): Promise<Clock> {
  const clock = createClock();
  clock.setOffset((await db.one(readSettings)).clock_offset_ms);
  return clock;
}

type Shared = Pick<Ctx, 'catalogue' | 'log'> & {
  readonly orderTokenKey: Pick<FollowedKeys, 'version' | 'refresh'>;
  readonly clock: MovableClock;
  readonly metrics: Pick<Ctx['metrics'], 'settingsRead'>;
};

/** Follows what processes share through the database: the clock, the catalogue's version and the keys of order tokens. */
export async function followSettings(
  db: Db,
  { clock, catalogue, orderTokenKey, log, metrics }: Shared,
): Promise<{ stop(): void }> {
  const look = async (): Promise<void> => {
    const askedAtMs = Date.now();
    const offsetMs = clock.offsetMs();
    const settings = await db.one(readSettings);
    // A clock moved in this process meanwhile is newer than the read settings.
    if (clock.offsetMs() === offsetMs) clock.setOffset(settings.clock_offset_ms);
    if (settings.catalogue_version !== catalogue.version()) await catalogue.refresh();
    if (settings.order_token_keys !== orderTokenKey.version()) await orderTokenKey.refresh();
    metrics.settingsRead.set(askedAtMs / 1_000);
  };
  await look();
  let stopped = false;
  let timer = setTimeout(tick, LOOK_EVERY_MS);
  function tick(): void {
    look()
      .catch((error: unknown) => log.warn({ err: error }, 'settings could not be read'))
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, LOOK_EVERY_MS);
      });
  }
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
