import { afterEach, expect, it } from 'vitest';
import { startTraceCollector } from '../../../../../tests/support/trace-collector.ts';
import { idsOfKey } from './ids.ts';
import type { SpanFate } from './open-trace.ts';
import { otlpSink } from './otlp.ts';
import type { EndedSpan } from './trace.ts';

const collector = await startTraceCollector();
afterEach(() => collector.be('takes'));

const span = (n: number): EndedSpan => ({
  name: `span ${n}`,
  kind: 'server',
  ...idsOfKey(String(n)),
  parentId: null,
  beganAtMs: Date.now() - 5,
  endedAtMs: Date.now(),
  attributes: { count: n, word: 'yes' },
  isFailed: true,
  link: idsOfKey('caller'),
});

function sinkTo(ratio: number) {
  const counts: Record<SpanFate, number> = { sent: 0, not_taken: 0, no_place: 0, cut: 0 };
  const sink = otlpSink({
    url: `${collector.url}/v1/traces`,
    headers: {},
    serviceName: 'test',
    ratio,
    // A busy machine stalls for seconds.
    waits: { sendMs: 60_000, lastSendMs: 60_000 },
    onEnd: (fate, count) => {
      counts[fate] += count;
    },
  });
  return { sink, counts };
}

it('sends a span with its own ids, its attributes and the link of its caller', async () => {
  const { sink, counts } = sinkTo(1);
  sink.take(span(1));
  const parent = idsOfKey('parent');
  sink.take({ ...span(2), traceId: parent.traceId, parentId: parent.spanId, isFailed: false });
  await sink.close();
  const [first, second] = collector.spans();
  expect(first).toMatchObject({
    ...idsOfKey('1'),
    service: 'test',
    name: 'span 1',
    kind: 2,
    attributes: { count: 1, word: 'yes' },
    links: [idsOfKey('caller')],
    status: { code: 2 },
  });
  expect(first?.parentSpanId ?? '').toBe('');
  expect(second).toMatchObject({
    traceId: parent.traceId,
    spanId: idsOfKey('2').spanId,
    parentSpanId: parent.spanId,
  });
  expect(counts).toEqual({ sent: 2, not_taken: 0, no_place: 0, cut: 0 });
});

it('keeps 2,048 spans for a collector that hangs, and counts each that is lost', async () => {
  collector.be('hangs');
  const { sink, counts } = sinkTo(1);
  for (let n = 0; n < 2_100; n += 1) sink.take(span(n));
  expect(counts).toEqual({ sent: 0, not_taken: 0, no_place: 52, cut: 0 });
  collector.be('refuses');
  await sink.close();
  expect(counts).toEqual({ sent: 0, not_taken: 2_048, no_place: 52, cut: 0 });
});

it('samples a part of all traces, the same in each process', () => {
  const [one, two, none, all] = [sinkTo(0.1), sinkTo(0.1), sinkTo(0), sinkTo(1)];
  const ids = Array.from({ length: 10_000 }, (_, n) => idsOfKey(`order ${n}`).traceId);
  const taken = ids.filter((id) => one.sink.isSampled(id));
  expect(taken).toEqual(ids.filter((id) => two.sink.isSampled(id)));
  expect(taken.length).toBeGreaterThan(900);
  expect(taken.length).toBeLessThan(1_100);
  expect(ids.filter((id) => none.sink.isSampled(id))).toEqual([]);
  expect(ids.filter((id) => all.sink.isSampled(id))).toHaveLength(10_000);
});
