import type { Metrics } from '../monitoring/metrics.ts';
import { createTrace, type Trace } from './trace.ts';

export type TracingConfig = {
  /** The address of OTLP over HTTP, with its path. */
  readonly url: string;
  /** Secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null: by the process. */
  readonly serviceName: string | null;
  /** The part of traces that is sent, 0 to 1. */
  readonly ratio: number;
};

/** A collector took the spans or did not take them; they found no place in the queue, or their request had too many. */
export type SpanFate = 'sent' | 'not_taken' | 'no_place' | 'cut';

/**
 * Opens traces; undefined: no collector is named. OpenTelemetry is loaded here alone, so a process without a collector never
 * reads it.
 * @param name the process's
 */
export async function openTrace(
  config: TracingConfig | null,
  name: string,
  { traceSpans }: Pick<Metrics, 'traceSpans'>,
): Promise<Trace | undefined> {
  if (config === null) return undefined;
  const { otlpSink } = await import('./otlp.ts');
  const count = (end: SpanFate, spans: number): void => traceSpans.inc({ end }, spans);
  // From 0, so that metrics show the first loss as a step.
  for (const end of ['sent', 'not_taken', 'no_place', 'cut'] as const) count(end, 0);
  const serviceName = config.serviceName ?? `webpay-${name}`;
  return createTrace(otlpSink({ ...config, serviceName, onEnd: count }));
}
