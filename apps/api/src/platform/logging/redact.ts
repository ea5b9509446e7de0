/** What stands in no log (payments.md §0.7), whatever carried it there: fields by name, texts by form, our own secrets as such. */
export type Redactor = {
  /** A line's object: plain objects and lists are looked through, errors are told by name, anything else by its kind. */
  line(object: Readonly<Record<string, unknown>>): Record<string, unknown>;
  text(text: string): string;
  error(error: Error): Record<string, unknown>;
};

const GONE = '[redacted]';
const DEEPEST = 4;
const LONGEST_TEXT = 4_000;
/** A configured value that is shorter could be part of an honest word. */
const SHORTEST_SECRET = 8;

const NAMES = [
  'user_token',
  'token',
  'sign',
  'signature',
  'pwd',
  'pwd_confirm',
  'old_pwd',
  'password',
  'v_code',
  'v_code_md5',
  'link',
  'paymentToken',
  'sessionKey',
  'session_key',
  'clientKey',
  'client_key',
  'secret',
  'key',
  'cid',
  'number',
  'cvv',
  'cvc',
  'expiry',
  'holder',
  'email',
  'phone',
  'authorization',
  'cookie',
  'set-cookie',
];
const SECRET_NAMES: ReadonlySet<string> = new Set(NAMES.map((name) => name.toLowerCase()));

/** In the query of an address or a form, and in JSON: the names that mean nothing else there. */
const QUERY_NAMES = NAMES.filter((name) => !['key', 'number', 'holder', 'expiry'].includes(name));
const IN_QUERY = new RegExp(`\\b(${QUERY_NAMES.join('|')}|code)=[^&\\s"'<>]+`, 'gi');
const IN_JSON = new RegExp(`"(${NAMES.join('|')})\\\\?"\\s{0,9}:\\s{0,9}\\\\?"[^"]*"`, 'gi');
const CREDENTIALS = /\b(bearer|basic) [\w+/.=~-]+/gi;
const IN_ADDRESS = /:\/\/[^/\s@]{1,200}@/g;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,255}/g;
const CARD = /\b\d(?:[ -]?\d){11,18}\b/g;
/** Orders signed by a game: text, a dot, signature. */
const SIGNED_TEXT = /\b[\w-]{20,}\.[\w-]{43}\b/g;
/** 32 bytes in base64url: tokens of sessions and links. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/g;
/** Order tokens: the order's number stays, its proof goes. */
const ORDER_TOKEN = /(?<![\w-])([0-9a-z]{20})[\w-]{27}(?![\w-])/g;

/** What errors of ours, of Node and of PostgreSQL say of themselves; `detail` and `where` hold rows. */
const TOLD_OF_ERRORS = [
  'code',
  'errno',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'statusCode',
] as const;

/** @param secrets of the configuration: struck out wherever they stand */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);

  function text(given: string): string {
    let said = given.length > LONGEST_TEXT ? `${given.slice(0, LONGEST_TEXT)}…` : given;
    for (const secret of known) said = said.replaceAll(secret, GONE);
    return said
      .replace(IN_QUERY, `$1=${GONE}`)
      .replace(IN_JSON, `"$1":"${GONE}"`)
      .replace(CREDENTIALS, `$1 ${GONE}`)
      .replace(IN_ADDRESS, `://${GONE}@`)
      .replace(EMAIL, GONE)
      .replace(CARD, (digits) => (isCardNumber(digits) ? GONE : digits))
      .replace(SIGNED_TEXT, GONE)
      .replace(TOKEN, GONE)
      .replace(ORDER_TOKEN, `$1${GONE}`);
  }

  function error(given: Error): Record<string, unknown> {
    const own = given as unknown as Readonly<Record<string, unknown>>;
    // PostgreSQL repeats the value it could not read (class 22).
    const repeats = typeof own['code'] === 'string' && /^22[0-9A-Z]{3}$/.test(own['code']);
    const tell = (said: string) => text(repeats ? said.replaceAll(/"[^"]*"/g, `"${GONE}"`) : said);
    const told: Record<string, unknown> = {
      type: given.name,
      message: tell(given.message),
      stack: tell(given.stack ?? ''),
    };
    for (const name of TOLD_OF_ERRORS) {
      const value = own[name];
      if (typeof value === 'string') told[name] = text(value);
      else if (typeof value === 'number') told[name] = value;
    }
    if (given.cause instanceof Error && given.cause !== given) told['cause'] = error(given.cause);
    return told;
  }

  function value(given: unknown, name: string, depth: number): unknown {
    if (isSecret(name, given)) return GONE;
    if (typeof given === 'string') return text(given);
    if (typeof given !== 'object' || given === null) return given;
    if (given instanceof Error) return error(given);
    if (given instanceof Date) return given;
    if (name === 'req' || name === 'res') return exchange(given);
    if (depth >= DEEPEST) return '[deeper]';
    if (Array.isArray(given)) return given.slice(0, 50).map((each) => value(each, '', depth + 1));
    const shape: unknown = Object.getPrototypeOf(given);
    if (shape !== Object.prototype && shape !== null) return `[${given.constructor.name}]`;
    return fields(given, depth + 1);
  }

  /** Of a request its way, without what it asks; of an answer its number. */
  function exchange(given: object): Record<string, unknown> {
    const { method, url, statusCode } = given as Readonly<Record<string, unknown>>;
    if (typeof url !== 'string') return { statusCode };
    return { method, url: text(url.split('?', 1)[0] ?? '') };
  }

  function fields(given: object, depth: number): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(given).map(([name, each]) => [name, value(each, name, depth)]),
    );
  }

  return { text, error, line: (object) => fields(object, 0) };
}

function isSecret(name: string, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (SECRET_NAMES.has(name.toLowerCase())) return true;
  // `code` is also what errors and answers call their own.
  return name === 'code' && typeof value === 'string' && /^\s*\d{6}\s*$/.test(value);
}

/** The check digit of card numbers: one of ten other long numbers is struck out with them. */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 13 || digits.length > 19) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const counted = place % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
