import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { readDatabaseAddress } from '../platform/db/address.ts';
import { readRange } from '../platform/network-ranges.ts';
import type { VariableName } from './variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables one by one and collects the problems, so that all are reported at once. */
export type Fields = { readonly environment: Environment; readonly problems: string[] };

/** The value, or null when it is absent or blank. */
export function given(fields: Fields, name: VariableName): string | null {
  const value = fields.environment[name]?.trim() ?? '';
  return value === '' ? null : value;
}

/** The values between the commas, or null when the variable is absent; it may be set to nothing. */
function listOf(fields: Fields, name: VariableName): readonly string[] | null {
  if (fields.environment[name] === undefined) return null;
  const value = given(fields, name);
  return value === null ? [] : value.split(',').map((each) => each.trim());
}

/** The values between the commas; an absent variable has none. */
export function readList(fields: Fields, name: VariableName): readonly string[] {
  return listOf(fields, name) ?? [];
}

export function complain(fields: Fields, name: VariableName, why: string): void {
  fields.problems.push(`${name} ${why}`);
}

export function readText(fields: Fields, name: VariableName, fallback: string | null): string {
  const value = given(fields, name) ?? fallback;
  if (value === null) complain(fields, name, 'is missing');
  return value ?? '';
}

/** A variable that may be given as a file. */
type SecretName = {
  [N in VariableName]: `${N}_FILE` extends VariableName ? N : never;
}[VariableName];

/** Reads a secret from the variable, or from the file in `<NAME>_FILE`, which process lists do not show. */
export function readSecret(fields: Fields, name: SecretName, fallback: string | null): string {
  const file = `${name}_FILE` as const;
  if (given(fields, file) === null) return readText(fields, name, fallback);
  if (given(fields, name) !== null)
    complain(fields, file, `is given beside ${name}: give one of them`);
  const secret = readTextFile(fields, file, null).trim();
  if (secret === '' && !fields.problems.some((each) => each.startsWith(`${file} `))) {
    complain(fields, file, 'is a file with nothing in it');
  }
  return secret;
}

/** Reads the second secret of a rotation like the first one; null: there is none. */
export function readSecondSecret(fields: Fields, name: SecretName): string | null {
  const secret = readSecret(fields, name, '');
  return secret === '' ? null : secret;
}

export function readPort(fields: Fields, name: VariableName, fallback: number): number {
  const value = given(fields, name);
  return value === null ? fallback : portOf(fields, name, value);
}

/** Reads a whole number between two bounds, both included. */
export function readWhole(
  fields: Fields,
  name: VariableName,
  fallback: number,
  [least, most]: readonly [number, number],
): number {
  const value = given(fields, name);
  if (value === null) return fallback;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  complain(fields, name, `is "${value}", not a whole number from ${least} to ${most}`);
  return fallback;
}

export function readMirrorPorts(fields: Fields): readonly number[] | null {
  const name = 'MIRROR_PORTS';
  return listOf(fields, name)?.map((each) => portOf(fields, name, each)) ?? null;
}

function portOf(fields: Fields, name: VariableName, value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port >= 1 && port <= 65_535)) {
    complain(fields, name, `is "${value}", not a port (1 to 65535)`);
    return 0;
  }
  if (BLOCKED_BY_BROWSERS.has(port)) {
    complain(fields, name, `is ${port}, a port that browsers refuse to open`);
  }
  return port;
}

export function readRunAs(fields: Fields): string {
  const value = given(fields, 'RUN_AS') ?? 'webpay';
  if (!/^(?:[a-z_][a-z0-9_-]{0,31}|[1-9]\d{0,9}:\d{1,10})$/.test(value)) {
    complain(fields, 'RUN_AS', `is "${value}", neither a user's name nor uid:gid`);
  }
  return value;
}

/** Reads an address without a path: `https://shop.example`. */
export function readOrigin(fields: Fields, name: VariableName, fallback: string | null): string {
  return addressOf(fields, name, readText(fields, name, fallback), true);
}

/** The origin of previews, which is no other one's; without `local` they are off unless it is set. */
export function readPreviewUrl(
  fields: Fields,
  local: string | null,
  others: readonly string[],
): string | null {
  if (local === null && given(fields, 'PREVIEW_URL') === null) return null;
  const origin = readOrigin(fields, 'PREVIEW_URL', local);
  // A player's cookies and stored values belong to an origin.
  if (origin !== '' && others.includes(origin)) {
    complain(fields, 'PREVIEW_URL', `is ${origin}, which is the shop's or the console's already`);
  }
  return origin;
}

export function readOrigins(
  fields: Fields,
  name: VariableName,
  fallback: readonly string[],
): readonly string[] {
  if (given(fields, name) === null) return fallback;
  const origins = listOf(fields, name)?.filter((each) => each !== '') ?? [];
  return origins.map((each) => addressOf(fields, name, each, true));
}

/** Reads an address without a trailing slash: `https://gateway.example/api`. */
export function readAddress(fields: Fields, name: VariableName, fallback: string | null): string {
  return addressOf(fields, name, readText(fields, name, fallback), false);
}

function addressOf(fields: Fields, name: VariableName, value: string, isOrigin: boolean): string {
  // A missing value is reported already.
  if (value === '') return '';
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    complain(fields, name, `is "${value}", not an address like https://shop.example`);
    return '';
  }
  if (url.username !== '' || url.password !== '') {
    complain(fields, name, 'must not carry a user or a password');
  }
  if (isOrigin) {
    if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
      complain(fields, name, `is "${value}": give the address without a path, ${url.origin}`);
    }
    return url.origin;
  }
  return value.replace(/(?<!\/)\/+$/, '');
}

export function refusePlainHttp(fields: Fields, name: VariableName, urls: readonly string[]): void {
  for (const url of urls) {
    if (url.startsWith('http:')) complain(fields, name, `is ${url}: production needs https`);
  }
}

export function readHost(fields: Fields, name: 'HOST' | 'CONSOLE_HOST', fallback: string): string {
  const value = given(fields, name);
  if (value === null) return fallback;
  if (isIP(value) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) {
    const why = `is "${value}", not an address to listen on (127.0.0.1, 0.0.0.0, ::1)`;
    complain(fields, name, why);
  }
  return value;
}

export function readLimitScale(fields: Fields): number {
  const value = given(fields, 'LIMIT_SCALE');
  const scale = Number(value ?? 1);
  if (scale > 0 && Number.isFinite(scale)) return scale;
  complain(fields, 'LIMIT_SCALE', `is "${value}", not a number above 0`);
  return 1;
}

/** The longest pause between two tries is a week as well. */
const WEEK_HOURS = 168;

export function readMethodRetryHours(fields: Fields): number {
  const value = given(fields, 'METHOD_RETRY_HOURS');
  const hours = Number(value ?? 6);
  if (hours > 0 && hours <= WEEK_HOURS) return hours;
  complain(
    fields,
    'METHOD_RETRY_HOURS',
    `is "${value}", not a number above 0, ${WEEK_HOURS} at most`,
  );
  return 6;
}

/** Reads a percentage from 1 to 100. */
export function readPercent(fields: Fields, name: VariableName, fallback: number): number {
  const value = given(fields, name);
  const percent = value === null ? fallback : Number(value);
  if (percent >= 1 && percent <= 100) return percent;
  complain(fields, name, `is "${value}", not a number from 1 to 100`);
  return fallback;
}

/** Reads `10.0.0.0/8,2001:db8::7`; an empty value means none, an absent one this machine. */
export function readTrustedProxies(fields: Fields): readonly string[] {
  const name = 'TRUSTED_PROXIES';
  const ranges = listOf(fields, name) ?? ['127.0.0.0/8', '::1'];
  return ranges.filter((range) => {
    if (range === '' || readRange(range) !== null) return range !== '';
    complain(fields, name, `holds "${range}", not an address or range like 10.0.0.0/8`);
    return false;
  });
}

export function readDatabaseUrl(
  fields: Fields,
  name: 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_REPLICA_URL',
): string | null {
  const value = readSecret(fields, name, '');
  if (value === '') return null;
  const address = readDatabaseAddress(value, name === 'DATABASE_REPLICA_URL' ? 'reads' : 'writes');
  // The message leaves out the value, which contains a password.
  if (typeof address === 'string') complain(fields, name, address);
  return value;
}

/** Reads a file's content; messages name the variable instead of the content. */
export function readTextFile(fields: Fields, name: VariableName, fallback: string | null): string {
  const path = readText(fields, name, fallback);
  if (path === '') return '';
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    const reason = why === 'ENOENT' ? 'there is no such file' : `it cannot be read (${why})`;
    complain(fields, name, `is ${path}, but ${reason}`);
    return '';
  }
}

/** Ports that browsers refuse ("bad port" of the Fetch standard). */
const BLOCKED_BY_BROWSERS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

/** One address serves one port. */
export function refuseSharedPorts(fields: Fields, ports: readonly [VariableName, number][]): void {
  const seen = new Map<number, VariableName>();
  for (const [name, port] of ports) {
    const other = seen.get(port);
    // 0 stands for an invalid or missing port.
    const isTwice = other === name;
    const why = isTwice ? `names ${port} twice` : `is ${port}, which is ${other} already`;
    if (other !== undefined && port !== 0) complain(fields, name, why);
    seen.set(port, name);
  }
}

/** A switch that is off by default. */
export function readSwitch(fields: Fields, name: VariableName): boolean {
  const word = given(fields, name) ?? 'off';
  if (word !== 'on' && word !== 'off') complain(fields, name, 'must be on or off');
  return word === 'on';
}
