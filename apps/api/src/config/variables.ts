import { GATEWAY_VARIABLES } from './gateway-variables.ts';
import { variable, type Variable } from './variable.ts';

/** Every variable the shop reads: the functions of fields.ts accept no other name. */
export const VARIABLES = {
  WEBPAY_MODE: variable(
    'sandbox',
    '`sandbox` or `production`. Absent, every address must be on this machine; `sandbox`, if set, allows others for a test shop.',
  ),
  HOST: variable(
    '127.0.0.1',
    'The address to listen on. The metrics port of a sandbox listens on this machine only.',
    'Also of the metrics ports.',
  ),
  PORT: variable('4000', 'Pages, store API and webhooks.'),
  MIRROR_PORTS: variable('4001,4002,4003', 'Mirrors of the store API, by commas; may be none.'),
  CONSOLE_PORT: variable('4010', "The operators' console: its pages and its API."),
  CONSOLE_HOST: variable(
    '127.0.0.1',
    'The address that the console listens on. By default this machine only.',
    'The value of `HOST` by default.',
  ),
  PREVIEW_PORT: variable(
    '4030',
    "Previews of planned publications, from the console's process, on the address of the console.",
  ),
  METRICS_PORT: variable('4020', 'Health and metrics of the server.'),
  WORKER_METRICS_PORT: variable(
    '',
    'Health and metrics of a worker; absent, a worker listens on no port.',
  ),
  SANDBOX_PORT: variable('4090', 'The sandbox.', 'Must be absent.'),
  PUBLIC_URL: variable(
    'http://localhost:4000',
    'The origin of the shop as browsers see it. The default follows `PORT`.',
    'Required, https.',
  ),
  CONSOLE_URL: variable(
    'http://localhost:4010',
    'The origin of the console as browsers see it; passkeys belong to it. The default follows `CONSOLE_PORT`.',
    'Required, https.',
  ),
  PREVIEW_URL: variable(
    'http://localhost:4030',
    'The origin of previews as browsers see it, shared with nothing else. The default follows `PREVIEW_PORT`.',
    'Absent: no previews. https.',
  ),
  API_HOSTS: variable(
    'http://localhost:4000,http://localhost:4001,http://localhost:4002,http://localhost:4003',
    'The origins that the storefront races, separated by commas. The default follows `PUBLIC_URL` and `MIRROR_PORTS`.',
    'The value of `PUBLIC_URL` by default; https.',
  ),
  DATABASE_URL: variable(
    '',
    'The address of a PostgreSQL database, also with several hosts or a socket; absent, an embedded one below `DATA_DIR`.',
    'With a host on another machine, wherever the address names it, `?sslmode=verify-full`.',
  ),
  DATABASE_OWNER_URL: variable(
    '',
    'The address of the role that owns the tables, for `npm run migrate` and `npm start`. The role of `DATABASE_URL` then only uses the tables. Absent, one role does both. Not for servers and workers.',
    'As `DATABASE_URL`.',
  ),
  DATABASE_REPLICA_URL: variable(
    '',
    'The address of a standby of `DATABASE_URL`, also with several hosts. Servers and consoles read there what may lag; absent, nothing does. `DATABASE_POOLER` holds for it as well.',
    'As `DATABASE_URL`.',
  ),
  DATABASE_REPLICA_LAG_MS: variable(
    '3000',
    'Rows of the replica are never shown when they may be older than this, 0 to 60,000 ms: the primary answers then.',
  ),
  DATABASE_REPLICA_CONNECTIONS: variable(
    '4',
    'Connections of a server, and of a console, to the replica, 1 to 1,000.',
  ),
  DATABASE_SERVER_CONNECTIONS: variable(
    '16',
    'Connections of a server to its database, 2 to 1,000; health checks have one more.',
  ),
  DATABASE_WORKER_CONNECTIONS: variable(
    '24',
    'Connections of a worker to its database, 4 to 1,000; health checks have one more.',
  ),
  DATABASE_CONSOLE_CONNECTIONS: variable(
    '8',
    'Connections of a console to its database, 2 to 1,000; health checks have one more.',
  ),
  DATABASE_TIMEOUT_MS: variable(
    '30000',
    'The longest time of a statement in ms. If PostgreSQL does not answer, the shop stops waiting 2 s later.',
  ),
  COMMAND_TIMEOUT_MS: variable(
    '600000',
    "The longest time of one statement of an operator's command, 1 s to a day. Commands read in batches, so few come near it.",
  ),
  DATABASE_POOLER: variable(
    'none',
    'The mode of the pooler in front of the database: `session`, `transaction` or `none`.',
  ),
  DATABASE_URL_FILE: variable('', 'A file with `DATABASE_URL`, instead of the variable.'),
  DATABASE_REPLICA_URL_FILE: variable(
    '',
    'A file with `DATABASE_REPLICA_URL`, instead of the variable.',
  ),
  DATABASE_OWNER_URL_FILE: variable(
    '',
    'A file with `DATABASE_OWNER_URL`, instead of the variable.',
  ),
  DATA_DIR: variable(
    '.data',
    'The folder of the embedded database, the logs and the sandbox; private to the users of these processes.',
  ),
  CATALOGUE_DIR: variable(
    'catalogue',
    'The folder of the projects: pictures are served from it. `npm start` imports it into an empty database.',
  ),
  RUN_AS: variable(
    'webpay',
    'The user of server, worker and sandbox if root starts them: a name, made if it is missing, or `uid:gid`. With `root` they stay root.',
  ),
  SIGN_SECRET: variable(
    'webpay-sandbox-secret',
    'The secret that signs store calls (C13).',
    'Required, not the default; 16 characters or more.',
  ),
  SIGN_SECRET_FILE: variable('', 'A file with `SIGN_SECRET`, instead of the variable.'),
  SIGN_SECRET_SECOND: variable(
    '',
    'A second secret of store calls, accepted while `SIGN_SECRET` changes.',
    'Of the same strength, shared with nothing.',
  ),
  SIGN_SECRET_SECOND_FILE: variable(
    '',
    'A file with `SIGN_SECRET_SECOND`, instead of the variable.',
  ),
  TRUSTED_PROXIES: variable(
    '127.0.0.0/8,::1',
    'Proxies whose `X-Forwarded-For` and `X-Country` count: addresses and ranges, separated by commas; may be set to nothing.',
    'Ranges of IPv4 from /8, of IPv6 from /16 on.',
  ),
  LIMIT_SCALE: variable('1', 'Multiplies every rate limit.', 'At most 10.'),
  METHOD_RETRY_HOURS: variable(
    '6',
    'Hours until one order tries a method that its gateway refused for its contract; doubled by each refused try, a week at most.',
  ),
  DECLINE_ALERT_PERCENT: variable(
    '50',
    'The percentage of declined payments of a project in an hour, at 20 declines or more, that raises the alert `declines_many`.',
  ),
  RETENTION_DAYS: variable(
    '',
    'Other ages at which expired data is deleted, in days: `sessions=60,messages=800`. Kinds and defaults: `docs/operations.md`, "Retention".',
  ),
  ARCHIVE_MONTHS: variable(
    '24',
    'Whole months of the history of orders that stay in the database, 18 or more. `npm run operator -- archive` takes older ones.',
  ),
  CONSOLE_LIMITS_SUPPORT_STEP: variable(
    '50',
    'The worth in US dollars above which a step of a support operator needs a second person, 0 to 1,000,000.',
  ),
  CONSOLE_LIMITS_SUPPORT_DAY: variable(
    '500',
    'The worth in US dollars of all steps that a support operator makes alone in one day (UTC), 0 to 1,000,000.',
  ),
  CONSOLE_LIMITS_FINANCE_STEP: variable('500', 'The same for finance, admins and commands.'),
  CONSOLE_LIMITS_FINANCE_DAY: variable('10000', 'The same for a day, as `…_SUPPORT_DAY`.'),
  CONSOLE_LIMITS_CEILING_STEP: variable(
    '10000',
    'The worth in US dollars above which the console refuses a step, also with a second person, 0 to 1,000,000. `npm run resolve` with `--break-glass` goes beyond it.',
  ),
  CONSOLE_LIMITS_CEILING_DAY: variable('50000', 'The same for one person and day (UTC).'),
  CONSOLE_LIMITS_PRICE_PERCENT: variable('5', 'Larger changes of a price need two persons, %.'),
  CONSOLE_CONFIRM_AGE_H: variable(
    '0',
    'Hours after which a new account may confirm steps of other operators, 0 to 720.',
    '24 by default.',
  ),
  CONSOLE_OIDC_ISSUER: variable(
    '',
    'The issuer of an OpenID Connect provider that signs operators in; absent, there is none. `docs/operations.md`, "Company account".',
    'https.',
  ),
  CONSOLE_OIDC_CLIENT_ID: variable('', 'The id of the console at that provider.'),
  CONSOLE_OIDC_CLIENT_SECRET: variable('', 'The secret of the console at that provider.'),
  CONSOLE_OIDC_CLIENT_SECRET_FILE: variable(
    '',
    'A file with `CONSOLE_OIDC_CLIENT_SECRET`, instead of the variable.',
  ),
  CONSOLE_OIDC_LABEL: variable(
    'Company account',
    'The words of the button, 40 characters at most.',
  ),
  CONSOLE_OIDC_SECOND_FACTOR: variable(
    '',
    'Values of `amr` or `acr` that prove a second factor at the provider, separated by commas: `mfa`. Without one of them the session only reads.',
  ),
  AUDIT_KEY_FILE: variable(
    '',
    'A PEM file with an Ed25519 private key: a worker signs the head of the audit log hourly. Absent, none is signed. `docs/operations.md`, "Signed heads".',
  ),
  AUDIT_HEADS_FILE: variable(
    '',
    'The file that signed heads are appended to, a line each. Keep it where the owner of the database cannot write.',
  ),
  AUDIT_PUBLIC_KEY_FILE: variable(
    '',
    'The public half of the key, as PEM: the console checks the heads that it shows. A process with `AUDIT_KEY_FILE` needs none.',
  ),
  AUDIT_ANCHOR_URL: variable(
    '',
    'An address that takes each signed head by POST, as JSON. A worker repeats it until an answer 2xx. `docs/operations.md`, "Signed heads".',
    'https, or on this machine.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    '',
    'The address of an OpenTelemetry collector that takes OTLP over HTTP as JSON; `/v1/traces` is added. Absent, there are no traces. `docs/operations.md`, "Traces".',
    'https, or on this machine.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: variable(
    '',
    'Headers for the collector, such as its key: `name=value` pairs between commas, values percent-encoded.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS_FILE: variable(
    '',
    'A file with `OTEL_EXPORTER_OTLP_HEADERS`, instead of the variable.',
  ),
  OTEL_SERVICE_NAME: variable(
    '',
    'The service of the spans. Absent, `webpay-server`, `webpay-worker` or `webpay-console`, by the process.',
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    '0.1',
    'The part of traces that is sent, 0 to 1. All processes need the same, so that a trace is whole.',
  ),
  GUESS_ALERT_PER_HOUR: variable(
    '300',
    'Wrong and refused access passwords and mail codes of a project in an hour that raise the alert `passwords_guessed`.',
  ),
  IMAGE_WORK_BITS: variable(
    '17',
    'Work of a browser for each image code, 1 to 24: about a second of a cheap phone at 17; each further bit doubles it. None where `LIMIT_SCALE` is above 1.',
  ),
  DRAIN_MS: variable(
    '5000',
    'A stopping server answers `/readyz` with 503 for this many ms and still serves; then it closes. Longer than two health checks of the proxy.',
  ),
  NODE_TLS_REJECT_UNAUTHORIZED: variable('', "Node's own switch.", 'Must not be `0`.'),
  ...GATEWAY_VARIABLES,
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;
