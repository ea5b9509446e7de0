import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as api,
  TraceFlags,
  type Link,
} from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { SpanFate } from './open-trace.ts';
import type { EndedSpan, Sink } from './trace.ts';

/** Spans that wait; further ones are lost. Some 1 kB each. */
const MAX_WAITING = 2_048;
const BATCH = 512;
const SEND_EVERY_MS = 1_000;
/** A collector that does not answer costs its batch. */
const SEND_MS = 3_000;
/** The longest time of the last sending, within the time that a signalled process has. */
const LAST_SEND_MS = 2_000;

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;

type OtlpOptions = {
  /** The address of OTLP over HTTP, with its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The part of traces that is sent, 0 to 1. */
  readonly ratio: number;
  readonly onEnd: (end: SpanFate, count: number) => void;
  /** The time of one sending, and of the last one; ms. */
  readonly waits?: { readonly sendMs: number; readonly lastSendMs: number };
};

/** Sends spans to a collector by OpenTelemetry's SDK, in batches and never in the way of a purchase. */
export function otlpSink(options: OtlpOptions): Sink {
  const { url, headers, serviceName, ratio, onEnd } = options;
  const { sendMs, lastSendMs } = options.waits ?? { sendMs: SEND_MS, lastSendMs: LAST_SEND_MS };
  let waiting = 0;
  const otlp = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: sendMs });
  const exporter: SpanExporter = {
    export: (spans, done) =>
      otlp.export(spans, (result) => {
        waiting -= spans.length;
        onEnd(result.code === ExportResultCode.SUCCESS ? 'sent' : 'not_taken', spans.length);
        done(result);
      }),
    shutdown: () => otlp.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: SEND_EVERY_MS,
    // Later than the exporter's own end, which counts.
    exportTimeoutMillis: 2 * sendMs,
  });
  let next = { traceId: '', spanId: '' };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.namespace': 'webpay',
      'service.instance.id': randomUUID(),
    }),
    // Decided below, for a whole trace.
    sampler: new AlwaysOnSampler(),
    // The ids of a span are known before it is sent.
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    spanProcessors: [batches],
  });
  const tracer = provider.getTracer('webpay');
  const sampler = new TraceIdRatioBasedSampler(ratio);

  return {
    isSampled: (traceId) =>
      sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED,
    take: (ended) => {
      if (waiting >= MAX_WAITING) {
        onEnd('no_place', 1);
        return;
      }
      waiting += 1;
      next = ended;
      const { name, kind, attributes, parentId, beganAtMs: startTime } = ended;
      const parent =
        parentId === null
          ? ROOT_CONTEXT
          : api.setSpanContext(ROOT_CONTEXT, {
              traceId: ended.traceId,
              spanId: parentId,
              traceFlags: TraceFlags.SAMPLED,
            });
      const how = { kind: KINDS[kind], attributes, startTime, links: linksOf(ended) };
      const span = tracer.startSpan(name, how, parent);
      if (ended.isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(ended.endedAtMs);
    },
    lose: (count) => onEnd('cut', count),
    close: async () => {
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, pause(lastSendMs, undefined, { ref: false })]);
      if (waiting > 0) onEnd('not_taken', waiting);
    },
  };
}

/** A caller's trace beside ours: its word starts, names and samples none. */
function linksOf({ link }: EndedSpan): Link[] {
  return link === null || link === undefined
    ? []
    : [{ context: { ...link, traceFlags: TraceFlags.NONE } }];
}
