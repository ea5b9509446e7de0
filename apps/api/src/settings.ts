import * as v from 'valibot';
import { createClock, type Clock, type MovableClock } from './platform/clock.ts';
import { followNotices } from './platform/db/notices.ts';
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

/** Contract §1: every process sees a moved clock within 1 s, also while no notice can be heard. */
const LOOK_EVERY_MS = 400;
/** While notices are heard, in case one is lost. */
const RARE_MS = 5_000;

/** The shop's clock at this moment, for commands that end before it can move again. */
export async function readClock(db: Pick<Db, 'one'>): Promise<Clock> {
  const clock = createClock();
  clock.setOffset((await db.one(readSettings)).clock_offset_ms);
  return clock;
}

type Shared = Pick<Ctx, 'catalogue' | 'log'> & {
  readonly orderTokenKey: Pick<FollowedKeys, 'version' | 'refresh'>;
  readonly clock: MovableClock;
  readonly metrics: Pick<Ctx['metrics'], 'clockOffset' | 'settingsRead'>;
};

/**
 * Follows what processes share through the database: the clock, the catalogue's version and the keys of order tokens.
 * @param listenTo has a connection to spare for notices; null: the settings are read every 400 ms
 * @param rareMs pause between reads while notices are heard
 */
export async function followSettings(
  db: Db,
  { clock, catalogue, orderTokenKey, log, metrics }: Shared,
  listenTo: Pick<Db, 'pool'> | null = null,
  rareMs = RARE_MS,
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
    metrics.clockOffset.set(clock.offsetMs() / 1_000);
  };
  await look();
  let stopped = false;
  let isLooking = false;
  // A notice during a look may be newer than what it reads.
  let looksAgain = false;
  let timer = setTimeout(() => void lookNow(), LOOK_EVERY_MS);
  const notices =
    listenTo === null
      ? null
      : followNotices(
          listenTo.pool,
          'listen webpay_settings',
          () => void lookNow(),
          (error) => log.warn({ err: error }, 'no notices of changed settings; they are polled'),
        );

  async function lookNow(): Promise<void> {
    looksAgain = true;
    if (isLooking) return;
    isLooking = true;
    clearTimeout(timer);
    while (looksAgain && !stopped) {
      looksAgain = false;
      await look().catch((error: unknown) =>
        log.warn({ err: error }, 'settings could not be read'),
      );
    }
    isLooking = false;
    const isHeard = notices?.isHeard() === true;
    if (!stopped) timer = setTimeout(() => void lookNow(), isHeard ? rareMs : LOOK_EVERY_MS);
  }
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      notices?.stop();
    },
  };
}
