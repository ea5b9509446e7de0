import type { Ctx } from '../context.ts';
import { reportLimit } from '../platform/monitoring/alert.ts';

const MINUTE_MS = 60_000;

/** At LIMIT_SCALE 1, a minute and network. A gateway sends all its webhooks from few addresses. */
const WEBHOOKS = 6_000;
/** Webhooks that were not verified: each may cost a fetch, a signature check or a verify call. */
const NOT_VERIFIED = 60;
/** Bodies that one network may be sending at once, 16 MB together: a gateway's message arrives in one piece. */
const BODIES = 64;
/** Counted networks of a minute, some hundred bytes each. */
const MAX_NETWORKS = 10_000;

export type WebhookLimits = {
  /**
   * Counts a webhook before its body is read.
   * @param network as `limitedAddress` writes it
   * @returns seconds until the network may send again; 0: now
   */
  waitOf(network: string): number;
  /** Counts a webhook of this network that was not verified. */
  notVerified(network: string): void;
  /** Begins to read a body of this network. @returns ends it, once; null: the network sends too many at once */
  beginBody(network: string): (() => void) | null;
};

/**
 * The limits of the webhook routes by network, counted in the memory of this process
 * (docs/decisions/0032). A gateway repeats what it was not allowed to send.
 */
export function createWebhookLimits(
  ctx: Pick<Ctx, 'config' | 'metrics' | 'log' | 'clock'>,
  most = MAX_NETWORKS,
): WebhookLimits {
  const scale = ctx.config.limitScale;
  let window = 0;
  let networks = new Map<string, { all: number; notVerified: number }>();

  function countsOf(network: string) {
    const now = Math.floor(ctx.clock.real().getTime() / MINUTE_MS);
    if (now !== window) {
      window = now;
      networks = new Map();
    }
    const known = networks.get(network);
    if (known !== undefined) return known;
    const [oldest] = networks.keys();
    if (networks.size >= most && oldest !== undefined) networks.delete(oldest);
    const counts = { all: 0, notVerified: 0 };
    networks.set(network, counts);
    return counts;
  }

  const bodies = new Map<string, number>();

  return {
    beginBody: (network) => {
      const count = (bodies.get(network) ?? 0) + 1;
      if (count > Math.max(1, BODIES * scale)) {
        reportLimit(ctx, 'webhook_bodies');
        return null;
      }
      bodies.set(network, count);
      return () => {
        const left = (bodies.get(network) ?? 1) - 1;
        if (left === 0) bodies.delete(network);
        else bodies.set(network, left);
      };
    },
    waitOf: (network) => {
      const counts = countsOf(network);
      counts.all += 1;
      if (counts.all <= WEBHOOKS * scale && counts.notVerified < NOT_VERIFIED * scale) return 0;
      reportLimit(ctx, 'webhook');
      return Math.ceil(((window + 1) * MINUTE_MS - ctx.clock.real().getTime()) / 1_000);
    },
    notVerified: (network) => {
      countsOf(network).notVerified += 1;
    },
  };
}
