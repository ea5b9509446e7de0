import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The metrics of `/metrics`: calls, money and deliveries. */
export type Metrics = {
  readonly registry: Registry;
  readonly calls: Counter<'call' | 'code'>;
  readonly callSeconds: Histogram<'call'>;
  readonly gatewayResults: Counter<'provider' | 'source' | 'word'>;
  readonly attempts: Counter<'provider' | 'state'>;
  readonly quarantined: Counter<'provider' | 'reason'>;
  readonly badSignatures: Counter<'provider'>;
  readonly deliveries: Counter<'outcome'>;
  /** From the applied payment to the delivered mail. */
  readonly mailSeconds: Histogram;
  readonly sweepBacklog: Gauge<'kind'>;
  readonly alerts: Counter<'kind'>;
  /** Calls stopped by a limit (http/store/call-limits.ts, domain/players/limit-calls.ts). */
  readonly limited: Counter<'limit'>;
  /** Connections closed because the client was too slow, or there were too many. */
  readonly dropped: Counter<'why'>;
  /** Transactions aborted by PostgreSQL because of a conflict (platform/db/pool.ts). */
  readonly conflicts: Counter<'kind' | 'end'>;
  /** Role look-ups of characters unknown to this shop. */
  readonly strangers: Counter<'project'>;
  /** The time up to which this process knows the shared settings (settings.ts). */
  readonly settingsRead: Gauge;
  /** Measures the keys and calls of the in-memory limits. */
  watchLimits(limits: { readonly keys: () => number; readonly underWay: () => number }): void;
  /** Measures the keys of one kind whose circuits are not closed. */
  watchCircuits(kind: string, notClosed: () => readonly string[]): void;
  /** Measures the worker's running calls by key. */
  watchCalls(running: () => ReadonlyMap<string, number>): void;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const circuits = new Map<string, () => readonly string[]>();
  const open = new Gauge({
    name: 'webpay_circuit_open',
    help: 'Places outside that are not called now, because they did not answer: kind is gateway, game or maintenance',
    labelNames: ['kind', 'place'],
    registers,
    collect: () => {
      open.reset();
      for (const [kind, notClosed] of circuits) {
        for (const place of notClosed()) open.set({ kind, place }, 1);
      }
    },
  });
  return {
    registry,
    calls: new Counter({
      name: 'webpay_calls_total',
      help: 'Store calls by answer code',
      labelNames: ['call', 'code'],
      registers,
    }),
    callSeconds: new Histogram({
      name: 'webpay_call_seconds',
      help: 'Time to answer a store call',
      labelNames: ['call'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    gatewayResults: new Counter({
      name: 'webpay_gateway_words_total',
      help: 'What gateways said of attempts',
      labelNames: ['provider', 'source', 'word'],
      registers,
    }),
    attempts: new Counter({
      name: 'webpay_attempts_total',
      help: 'Payment attempts by the state they reached',
      labelNames: ['provider', 'state'],
      registers,
    }),
    quarantined: new Counter({
      name: 'webpay_quarantined_total',
      help: 'Gateway words that did not fit what we know',
      labelNames: ['provider', 'reason'],
      registers,
    }),
    badSignatures: new Counter({
      name: 'webpay_webhook_bad_signature_total',
      help: 'Webhooks refused for their signature',
      labelNames: ['provider'],
      registers,
    }),
    deliveries: new Counter({
      name: 'webpay_deliveries_total',
      help: 'Mails by outcome of a try',
      labelNames: ['outcome'],
      registers,
    }),
    mailSeconds: new Histogram({
      name: 'webpay_paid_to_mail_seconds',
      help: 'From paid to mail delivered',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 60, 3600],
      registers,
    }),
    sweepBacklog: new Gauge({
      name: 'webpay_sweep_rows',
      help: 'Rows the last sweep found due',
      labelNames: ['kind'],
      registers,
    }),
    alerts: new Counter({
      name: 'webpay_alarms_total',
      help: 'Things an operator must look at',
      labelNames: ['kind'],
      registers,
    }),
    limited: new Counter({
      name: 'webpay_limited_total',
      help: 'Calls that a limit stopped',
      labelNames: ['limit'],
      registers,
    }),
    dropped: new Counter({
      name: 'webpay_connections_dropped_total',
      help: 'Connections ended because they were too many, or their client too slow',
      labelNames: ['why'],
      registers,
    }),
    conflicts: new Counter({
      name: 'webpay_database_conflicts_total',
      help: 'Transactions that the database undid for a deadlock or a serialisation conflict',
      labelNames: ['kind', 'end'],
      registers,
    }),
    strangers: new Counter({
      name: 'webpay_stranger_lookups_total',
      help: 'Role look-ups of characters this shop did not know',
      labelNames: ['project'],
      registers,
    }),
    settingsRead: new Gauge({
      name: 'webpay_settings_read_timestamp_seconds',
      help: 'When this process last asked what all processes share: the version of the catalogue, the clock of a sandbox',
      registers,
    }),
    watchLimits: (limits) => {
      const keys: Gauge = new Gauge({
        name: 'webpay_limit_keys',
        help: 'Addresses and sessions counted in memory this minute',
        registers,
        collect: () => keys.set(limits.keys()),
      });
      const underWay: Gauge = new Gauge({
        name: 'webpay_store_calls_under_way',
        help: 'Store calls being answered at this moment',
        registers,
        collect: () => underWay.set(limits.underWay()),
      });
    },
    watchCircuits: (kind, notClosed) => {
      circuits.set(kind, notClosed);
    },
    watchCalls: (running) => {
      const calls: Gauge<'place'> = new Gauge({
        name: 'webpay_calls_under_way',
        help: "The worker's calls outside at this moment",
        labelNames: ['place'],
        registers,
        collect: () => {
          calls.reset();
          for (const [place, count] of running()) calls.set({ place }, count);
        },
      });
    },
  };
}
