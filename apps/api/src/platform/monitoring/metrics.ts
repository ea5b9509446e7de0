import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The metrics of `/metrics`: calls, money and deliveries. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <L extends string>(name: string, labelNames: L[], help: string) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, labelNames: L[], help: string, read?: Reader<L>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      ...(read && {
        collect() {
          this.reset();
          return read(this);
        },
      }),
    });
  const circuits = new Map<string, () => readonly string[]>();
  gauge(
    'webpay_circuit_open',
    ['kind', 'place'],
    'Places outside that are not called now, because they did not answer: kind is gateway, game or maintenance',
    (open) => {
      for (const [kind, notClosed] of circuits) {
        for (const place of notClosed()) open.set({ kind, place }, 1);
      }
    },
  );
  const secondKeys = new Set<string>();
  gauge(
    'webpay_second_keys',
    ['key'],
    'Second keys that are accepted now: rotations that have not ended',
    (keys) => {
      for (const key of secondKeys) keys.set({ key }, 1);
    },
  );
  const secondKeyUses = counter(
    'webpay_second_key_uses_total',
    ['key'],
    'Uses of a second key, which may be removed when nobody uses it any more',
  );
  return {
    registry,
    secondKeyUses,
    /** Adds or removes an accepted second key. The count of its uses starts at 0, so that metrics show it at once. */
    setSecondKey: (key: string, isAccepted: boolean) => {
      if (isAccepted) secondKeys.add(key);
      else secondKeys.delete(key);
      secondKeyUses.inc({ key }, 0);
    },
    calls: counter('webpay_calls_total', ['call', 'code'], 'Store calls by answer code'),
    callSeconds: new Histogram({
      name: 'webpay_call_seconds',
      help: 'Time to answer a store call',
      labelNames: ['call'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    gatewayResults: counter(
      'webpay_gateway_words_total',
      ['provider', 'source', 'word'],
      'What gateways said of attempts',
    ),
    attempts: counter(
      'webpay_attempts_total',
      ['provider', 'state'],
      'Payment attempts by the state they reached',
    ),
    outcomes: counter(
      'webpay_payment_outcomes_total',
      ['project', 'outcome'],
      'Payments by outcome: declined or paid; their ratio shows card testing',
    ),
    wrongGuesses: counter(
      'webpay_wrong_guesses_total',
      ['project', 'what'],
      'Wrong passwords and mail codes: of access, of a reset, or of the confirmation of a device',
    ),
    quarantined: counter(
      'webpay_quarantined_total',
      ['provider', 'reason'],
      'Gateway words that did not fit what we know',
    ),
    badSignatures: counter(
      'webpay_webhook_bad_signature_total',
      ['provider'],
      'Webhooks refused for their signature',
    ),
    webhookDoubts: counter(
      'webpay_webhook_doubts_total',
      ['provider', 'cause', 'end'],
      'Webhooks that only their gateway itself can verify, by the outcome',
    ),
    deliveries: counter('webpay_deliveries_total', ['outcome'], 'Mails by outcome of a try'),
    /** From the applied payment to the delivered mail. */
    mailSeconds: new Histogram({
      name: 'webpay_paid_to_mail_seconds',
      help: 'From paid to mail delivered',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 60, 3600],
      registers,
    }),
    sweepBacklog: gauge('webpay_sweep_rows', ['kind'], 'Rows the last sweep found due'),
    alerts: counter('webpay_alarms_total', ['kind'], 'Things an operator must look at'),
    imageCodes: counter(
      'webpay_image_codes_total',
      ['outcome'],
      'Image codes drawn, and answered: right, wrong, without their work, or unfit (used, expired, for another purpose)',
    ),
    /** Calls stopped by a limit (http/store/call-limits.ts, domain/players/limit-calls.ts). */
    limited: counter('webpay_limited_total', ['limit'], 'Calls that a limit stopped'),
    dropped: counter(
      'webpay_connections_dropped_total',
      ['why'],
      'Connections ended because they were too many, or their client too slow',
    ),
    /** Transactions aborted by PostgreSQL because of a conflict (platform/db/pool.ts). */
    conflicts: counter(
      'webpay_database_conflicts_total',
      ['kind', 'end'],
      'Transactions that the database undid for a deadlock or a serialisation conflict',
    ),
    /** Pages by the way they were answered (http/pages/page-store.ts). */
    pages: counter('webpay_pages_total', ['answer'], 'Pages by the way they were answered'),
    /** Reports of browsers (http/csp-reports.ts); the directives are those of a list. */
    cspReports: counter(
      'webpay_csp_reports_total',
      ['directive', 'disposition'],
      'Violations of page policies that browsers reported',
    ),
    strangers: counter(
      'webpay_stranger_lookups_total',
      ['project'],
      'Role look-ups of characters this shop did not know',
    ),
    clockOffset: gauge(
      'webpay_clock_offset_seconds',
      [],
      'How far the clock of a sandbox is moved, as this process knows it; 0 in production',
    ),
    settingsRead: gauge(
      'webpay_settings_read_timestamp_seconds',
      [],
      'When this process last asked what all processes share: the version of the catalogue, the clock of a sandbox',
    ),
    /** Measures the keys and calls of the in-memory limits. */
    watchLimits: (limits: { readonly keys: () => number; readonly underWay: () => number }) => {
      gauge(
        'webpay_limit_keys',
        [],
        'Addresses and sessions counted in memory this minute',
        (keys) => keys.set(limits.keys()),
      );
      gauge(
        'webpay_store_calls_under_way',
        [],
        'Store calls being answered at this moment',
        (calls) => calls.set(limits.underWay()),
      );
    },
    /** Measures the stored pages, and the queue of those to be made. */
    watchPages: (pages: { readonly bytes: () => number; readonly waiting: () => number }) => {
      gauge('webpay_page_store_bytes', [], 'Size of all stored pages', (bytes) =>
        bytes.set(pages.bytes()),
      );
      gauge('webpay_pages_waiting', [], 'Pages that wait to be made', (waiting) =>
        waiting.set(pages.waiting()),
      );
    },
    /** Measures the keys of one kind whose circuits are not closed. */
    watchCircuits: (kind: string, notClosed: () => readonly string[]) => {
      circuits.set(kind, notClosed);
    },
    /** Measures the pool of database connections. */
    watchConnections: (
      pool: () => {
        readonly totalCount: number;
        readonly idleCount: number;
        readonly waitingCount: number;
      },
    ) => {
      gauge(
        'webpay_database_connections',
        ['state'],
        'Connections of this process to its database: in_use and idle; waiting are callers without one',
        (connections) => {
          const { totalCount, idleCount, waitingCount } = pool();
          connections.set({ state: 'in_use' }, totalCount - idleCount);
          connections.set({ state: 'idle' }, idleCount);
          connections.set({ state: 'waiting' }, waitingCount);
        },
      );
    },
    /** Measures the lag of the replica when the metrics are read. */
    watchReplica: (lagSeconds: () => Promise<number>) => {
      gauge(
        'webpay_replica_lag_seconds',
        [],
        'How old rows of the replica may be; it grows while the replica is away, or follows another database',
        async (lag) => lag.set(await lagSeconds()),
      );
    },
    /** Spans of traces (platform/tracing/otlp.ts); none where traces are off. */
    traceSpans: counter(
      'webpay_trace_spans_total',
      ['end'],
      'Spans of traces by their end: sent, or lost because their collector did not take them, they found no place, or their request had too many',
    ),
    replicaReads: counter(
      'webpay_replica_reads_total',
      ['end'],
      'Reads that only show, by what answered: replica, or the primary because the replica was behind, busy, away, unfit, in a conflict, or failed',
    ),
    /** Measures the worker's running calls by key. */
    watchCalls: (running: () => ReadonlyMap<string, number>) => {
      gauge(
        'webpay_calls_under_way',
        ['place'],
        'Calls of a worker to gateways and games, and mails of a server, at this moment',
        (calls) => {
          for (const [place, count] of running()) calls.set({ place }, count);
        },
      );
    },
  };
}

/** Sets a gauge when the metrics are read. */
type Reader<L extends string> = (gauge: Gauge<L>) => void | Promise<void>;
