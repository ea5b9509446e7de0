import type { Doubt, NotVerified } from '../../gateways/verdict.ts';
import { alertOnce, raiseAlert, type Monitored } from '../../platform/monitoring/alert.ts';
import type { Metrics } from '../../platform/monitoring/metrics.ts';

type Window = { readonly startedAt: number; count: number };

const WINDOW_MS = 600_000;
/** Fewer come from scanners; a wrong key of ours makes every message one. */
const REFUSED_BEFORE_ALERT = 10;
/** The counter holds the rest: a flood must not fill the log. */
const LOGGED = 20;
const HOUR_MS = 3_600_000;

const ALERTS = { bad_signature: 'webhooks_refused', cannot_verify: 'webhooks_not_verified' };
const windows = new WeakMap<Metrics, Map<string, Window>>();

/**
 * Counts and logs a webhook that was not stored; the tenth within ten minutes raises an alert.
 * @param provider with the key of a named merchant
 */
export function countNotVerified(
  ctx: Monitored,
  provider: string,
  { kind, why }: NotVerified,
): void {
  if (kind === 'bad_signature') ctx.metrics.badSignatures.inc({ provider });
  const window = windowOf(ctx, `${provider} ${kind}`);
  window.count += 1;
  if (window.count <= LOGGED) ctx.log.warn({ provider, why }, `webhook: ${kind}`);
  if (window.count === REFUSED_BEFORE_ALERT) raiseAlert(ctx, ALERTS[kind], { provider, why });
}

/** Counts a webhook without a trusted certificate; an untrusted one raises an alert at once, and hourly. */
export function countDoubt(ctx: Monitored, provider: string, cause: Doubt, end: string): void {
  ctx.metrics.webhookDoubts.inc({ provider, cause, end });
  if (cause === 'certificate_untrusted') {
    alertOnce(ctx, 'webhook_certificate_untrusted', { provider, end }, HOUR_MS, provider);
  }
}

function windowOf(ctx: Monitored, key: string): Window {
  const known = windows.get(ctx.metrics) ?? new Map<string, Window>();
  windows.set(ctx.metrics, known);
  const now = ctx.clock.real().getTime();
  const last = known.get(key);
  if (last !== undefined && now - last.startedAt < WINDOW_MS) return last;
  const opened = { startedAt: now, count: 0 };
  known.set(key, opened);
  return opened;
}
