import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { idsOfKey } from '../../../apps/api/src/platform/tracing/ids.ts';
import { answerChallenge, CARDS, createShopper } from '../../support/shopper.ts';
import { setFault, sharedEnvironment } from '../../support/shared-environment.ts';
import { startTraceCollector } from '../../support/trace-collector.ts';

const collector = await startTraceCollector();
const KEY = 'collector key, 7';
const env = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: `x-key=${encodeURIComponent(KEY)}`,
  OTEL_TRACES_SAMPLER_ARG: '1',
};
// A sweep's query must not find the payment before its webhook.
const environment = sharedEnvironment({ env, waitScale: { pauses: 1 } });
/** A caller who wants its trace to be sampled. */
const STRANGER = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
const traceparent = `00-${STRANGER.traceId}-${STRANGER.spanId}-01`;

afterEach(() => vi.restoreAllMocks());
afterAll(() => collector.stop());

/**
 * Sends a header with each call of the shop's players.
 * @returns headers of the calls to the outside, and the traces that the shop's answers tell
 */
function watchFetch(header: string | null = null) {
  const real = globalThis.fetch;
  const seen: { readonly path: string; readonly parent: string | null }[] = [];
  const told: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers);
    if (url.origin === environment().sandboxUrl) {
      seen.push({ path: url.pathname, parent: headers.get('traceparent') });
    } else if (header !== null) headers.set('traceparent', header);
    const response = await real(input, { ...init, headers });
    told.push(response.headers.get('server-timing') ?? '');
    return response;
  });
  return { seen, told };
}

/** Buys by a card that its bank decides later, so that the webhook and a worker do the rest. */
async function buy() {
  const shopper = await createShopper(environment());
  const opened = await shopper.open();
  expect((await shopper.payByCard(opened, CARDS.thinking)).state).toBe('waiting');
  const { sandboxUrl } = environment();
  await answerChallenge(`${sandboxUrl}/payermax/bank/A${opened.order_id}_1`, 'approve');
  await shopper.until(opened.token, ({ delivery }) => delivery?.state === 'delivered');
  return { shopper, opened };
}

async function lossesOf(metricsUrl: string): Promise<number> {
  const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
  return Number(/webpay_trace_spans_total\{end="not_taken"\} (\d+)/.exec(metrics)?.[1]);
}

describe('traces', () => {
  it('a purchase is one trace, from the order over gateway, webhook and worker to the game', async () => {
    const { seen, told } = watchFetch();
    const { shopper, opened } = await buy();
    const { traceId, spanId } = idsOfKey(opened.order_id);
    const spans = () => collector.spansOf(traceId);
    const has = (service: string, name: string) =>
      spans().some((each) => each.service === service && each.name === name);
    const path_ = [
      ['webpay-server', 'POST /api/recharge/order/create'],
      ['webpay-server', 'payments.insert_order_with_attempt'],
      ['webpay-server', 'transaction'],
      ['webpay-server', 'payermax open'],
      ['webpay-server', 'POST /cp/payermax/recharge/card'],
      ['webpay-server', 'payermax submit'],
      ['webpay-server', 'POST /webhooks/payermax'],
      ['webpay-server', 'payermax verify'],
      ['webpay-worker', 'job inbox/payermax'],
      ['webpay-worker', 'job mail'],
      ['webpay-worker', 'game mail'],
    ] as const;
    await expect.poll(() => path_.filter(([service, name]) => !has(service, name))).toEqual([]);
    const ids = new Set(spans().map((each) => each.spanId));
    const roots = spans().filter(({ parentSpanId = '' }) => !ids.has(parentSpanId));
    expect(roots.map((each) => [each.name, each.spanId])).toEqual([
      ['POST /api/recharge/order/create', spanId],
    ]);
    expect(ids.size).toBe(spans().length);
    expect(spans().find((each) => each.name === 'payermax submit')?.attributes).toEqual({
      'webpay.gateway': 'payermax',
      'webpay.operation': 'submit',
      'webpay.verdict': 'pending',
    });
    const { 'webpay.request': id, ...first } =
      spans().find((each) => each.spanId === spanId)?.attributes ?? {};
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(first).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/recharge/order/create',
      'http.response.status_code': 200,
      'webpay.call': 'orderCreate',
      'webpay.code': 200,
    });
    expect(told).toContain(`traceparent;desc="00-${traceId}-${spanId}-01"`);
    const all = JSON.stringify(collector.spans());
    const secrets = [
      shopper.cid,
      shopper.userToken,
      opened.token,
      opened.order_id,
      opened.order_no,
    ];
    for (const secret of [...secrets, CARDS.thinking, '127.0.0.1'])
      expect(all).not.toContain(secret);
    expect([...collector.keys]).toEqual([KEY]);
    const mail = spans().find((each) => each.name === 'game mail');
    const toGame = seen.filter((each) => each.path.endsWith('/mail'));
    expect(toGame.map((each) => each.parent)).toContain(`00-${traceId}-${mail?.spanId}-01`);
    const toGateway = seen.filter((each) => each.path.startsWith('/payermax/'));
    expect(toGateway.length).toBeGreaterThan(0);
    expect(toGateway.filter((each) => each.parent !== null)).toEqual([]);
    const log = path.join(environment().dataDir, 'logs', 'server.log');
    await expect
      .poll(async () =>
        (await readFile(log, 'utf8'))
          .split('\n')
          .filter((line) => line.includes(traceId))
          .map((line) => (JSON.parse(line) as { call?: string }).call),
      )
      .toEqual(expect.arrayContaining(['orderCreate', 'payermaxCard']));
  });

  it("a caller's traceparent is a link of its call, and names no trace", async () => {
    watchFetch(traceparent);
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    // Its webhook must not overtake the answer: a worker would send the mail.
    await setFault(environment(), 'payermax', 'webhook', 'lost');
    await shopper.payByCard(opened, CARDS.success);
    const { traceId } = idsOfKey(opened.order_id);
    const ofOrder = () => collector.spansOf(traceId).map(({ name, service }) => [name, service]);
    // The server sends the mail of its own payment after its answer.
    await expect.poll(ofOrder).toContainEqual(['game mail', 'webpay-server']);
    await expect
      .poll(() => collector.spans().filter(({ links }) => links.length > 0).length)
      .toBeGreaterThan(0);
    expect(collector.spansOf(STRANGER.traceId)).toEqual([]);
    const before = collector.spans().length;
    vi.restoreAllMocks();
    watchFetch(`${traceparent}-more`);
    await shopper.client.call('productLists', shopper.place);
    const fresh = () => collector.spans().slice(before);
    await expect
      .poll(() => fresh().filter(({ name }) => name.endsWith('/product/lists')).length)
      .toBeGreaterThan(0);
    const last = fresh().findLast(({ name }) => name.endsWith('/product/lists'));
    expect(last?.links).toEqual([]);
  });

  it('a collector that never answers stops no purchase, and lost spans are counted', async () => {
    collector.be('hangs');
    await buy();
    collector.be('refuses');
    await expect.poll(() => lossesOf(environment().metricsUrl)).toBeGreaterThan(0);
    expect(await lossesOf(environment().workerMetricsUrl)).toBeGreaterThanOrEqual(0);
    collector.be('takes');
  });
});
