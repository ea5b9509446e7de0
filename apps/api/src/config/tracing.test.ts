import { describe, expect, it } from 'vitest';
import { configFolder, problemsOf } from '../../../../tests/support/config-files.ts';
import { readConfig } from './config.ts';
import { secretsOf } from './secrets.ts';

const { fileWith } = configFolder();
const near = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/' };

describe('traces', () => {
  it('are off without an endpoint, also beside other variables of OpenTelemetry', () => {
    expect(readConfig({}).tracing).toBeNull();
    expect(readConfig({ OTEL_TRACES_SAMPLER_ARG: '1', OTEL_SERVICE_NAME: 'x' }).tracing).toBeNull();
  });

  it('have a tenth of all traces by default, and headers that no log shows', () => {
    const url = 'http://localhost:4318/v1/traces';
    expect(readConfig(near).tracing).toEqual({ url, headers: {}, serviceName: null, ratio: 0.1 });
    const headers = 'authorization=Bearer%20of-the-collector, x-shop = one';
    const read = readConfig({ ...near, OTEL_EXPORTER_OTLP_HEADERS: headers });
    expect(read.tracing?.headers).toEqual({
      authorization: 'Bearer of-the-collector',
      'x-shop': 'one',
    });
    expect(secretsOf(read)).toContain('Bearer of-the-collector');
    const OTEL_EXPORTER_OTLP_HEADERS_FILE = fileWith('headers', `${headers}\n`);
    expect(readConfig({ ...near, OTEL_EXPORTER_OTLP_HEADERS_FILE })).toEqual(read);
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', /not an address/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://key@localhost:4318', /user or a password/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector.example', /without WEBPAY_MODE/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', /not a list like/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b%0D%0Asecret', /not a list like/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz', /not a list like/],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', /from 0 to 1/],
    ['OTEL_TRACES_SAMPLER_ARG', '10%', /from 0 to 1/],
    ['OTEL_SERVICE_NAME', 'x'.repeat(61), /longer than 60/],
  ])('%s is refused as %s', (name, value, why) => {
    const problems = problemsOf({ ...near, [name]: value }).filter((each) => each.startsWith(name));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(why);
    expect(problems[0]).not.toContain('secret');
  });

  it('need https in production, unless their collector is on this machine', () => {
    const problems = (endpoint: string) =>
      problemsOf({ WEBPAY_MODE: 'production', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).filter(
        (each) => each.startsWith('OTEL'),
      );
    expect(problems('http://collector.example:4318')).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT is http://collector.example:4318: production needs https',
    ]);
    expect(problems('https://collector.example')).toEqual([]);
    expect(problems('http://127.0.0.1:4318')).toEqual([]);
  });
});
