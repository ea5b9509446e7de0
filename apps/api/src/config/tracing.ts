import type { TracingConfig } from '../platform/tracing/open-trace.ts';
import { isLoopback } from '../platform/loopback.ts';
import {
  complain,
  given,
  readAddress,
  readSecret,
  refusePlainHttp,
  type Fields,
} from './fields.ts';

/** The part of traces that is sent by default. */
const RATIO = 0.1;
const LONGEST_NAME = 60;

/** Null: no endpoint is set, and no trace is made. */
export function readTracing(fields: Fields, isProduction: boolean): TracingConfig | null {
  const headers = readHeaders(fields);
  const ratio = readRatio(fields);
  const serviceName = given(fields, 'OTEL_SERVICE_NAME');
  if (serviceName !== null && serviceName.length > LONGEST_NAME) {
    complain(fields, 'OTEL_SERVICE_NAME', `is longer than ${LONGEST_NAME} characters`);
  }
  if (given(fields, 'OTEL_EXPORTER_OTLP_ENDPOINT') === null) return null;
  const endpoint = readAddress(fields, 'OTEL_EXPORTER_OTLP_ENDPOINT', null);
  const isNear = URL.canParse(endpoint) && isLoopback(new URL(endpoint).hostname);
  if (isProduction && !isNear) refusePlainHttp(fields, 'OTEL_EXPORTER_OTLP_ENDPOINT', [endpoint]);
  return { url: `${endpoint}/v1/traces`, headers, serviceName, ratio };
}

/** OpenTelemetry's form: `name=value` pairs between commas, values percent-encoded. Messages quote none. */
function readHeaders(fields: Fields): Readonly<Record<string, string>> {
  const pairs = readSecret(fields, 'OTEL_EXPORTER_OTLP_HEADERS', '').split(',');
  const headers: Record<string, string> = {};
  for (const pair of pairs.map((each) => each.trim()).filter((each) => each !== '')) {
    const [, name = '', value = ''] = /^([\w-]{1,64})\s*=\s*(\S{1,4096})$/.exec(pair) ?? [];
    const decoded = decode(value);
    if (name === '' || decoded === null) {
      complain(fields, 'OTEL_EXPORTER_OTLP_HEADERS', 'is not a list like name=value,name=value');
      return {};
    }
    headers[name] = decoded;
  }
  return headers;
}

/** Null: not percent-encoded, or no value of a header. */
function decode(value: string): string | null {
  try {
    const decoded = decodeURIComponent(value);
    return /^[\x20-\x7e]+$/.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
}

function readRatio(fields: Fields): number {
  const value = given(fields, 'OTEL_TRACES_SAMPLER_ARG');
  if (value === null) return RATIO;
  const ratio = /^\d{1,3}(?:\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN;
  if (ratio >= 0 && ratio <= 1) return ratio;
  complain(fields, 'OTEL_TRACES_SAMPLER_ARG', `is "${value}", not a number from 0 to 1`);
  return RATIO;
}
