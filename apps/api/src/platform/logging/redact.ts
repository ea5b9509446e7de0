const REDACTED = '[redacted]';
const DEEPEST = 4;
const LONGEST_TEXT = 4_000;
/** A shorter value could match an ordinary word. */
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
  'v_code_work',
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
  'payer',
  'cpf',
  'taxNo',
  'phoneNo',
  'firstName',
  'lastName',
  'authorization',
  'cookie',
  'set-cookie',
];
const SECRET_NAMES: ReadonlySet<string> = new Set(NAMES.map((name) => name.toLowerCase()));

/** Names that are sensitive in queries, forms and JSON; the others are ambiguous there. */
const QUERY_NAMES = NAMES.filter((name) => !['key', 'number', 'holder', 'expiry'].includes(name));
const IN_QUERY = new RegExp(`\\b(${QUERY_NAMES.join('|')}|code)=[^&\\s"'<>]+`, 'gi');
const IN_JSON = new RegExp(`"(${NAMES.join('|')})\\\\?"\\s{0,9}:\\s{0,9}\\\\?"[^"]*"`, 'gi');
const CREDENTIALS = /\b(bearer|basic) [\w+/.=~-]+/gi;
const IN_ADDRESS = /:\/\/[^/\s@]{1,200}@/g;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,255}/g;
const CARD = /\b\d(?:[ -]?\d){11,18}\b/g;
/** Signed texts of games: payload, a dot, signature. */
const SIGNED_TEXT = /\b[\w-]{20,}\.[\w-]{43}\b/g;
/** 32 bytes in base64url: tokens of sessions and links; far longer ones are tokens of look-ups. */
const TOKEN = /(?<![\w-])(?:[\w-]{43}|[\w-]{200,})(?![\w-])/g;
/** Order tokens: the order id stays, the proof is removed. */
const ORDER_TOKEN = /(?<![\w-])([0-9a-z]{20})[\w-]{27}(?![\w-])/g;

/** The fields that errors may show; `detail` and `where` of PostgreSQL contain rows. */
const ERROR_FIELDS = [
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

/**
 * Redacts secrets and personal data (payments.md §0.7): fields by name, texts by format, `secrets` by value.
 * Plain objects and lists are traversed, errors reduced to known fields, other objects to their kind.
 */
export function createRedactor(secrets: readonly string[]) {
  const known = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);

  function text(given: string): string {
    let said = given.length > LONGEST_TEXT ? `${given.slice(0, LONGEST_TEXT)}…` : given;
    for (const secret of known) said = said.replaceAll(secret, REDACTED);
    return said
      .replace(IN_QUERY, `$1=${REDACTED}`)
      .replace(IN_JSON, `"$1":"${REDACTED}"`)
      .replace(CREDENTIALS, `$1 ${REDACTED}`)
      .replace(IN_ADDRESS, `://${REDACTED}@`)
      .replace(EMAIL, REDACTED)
      .replace(CARD, (digits) => (isCardNumber(digits) ? REDACTED : digits))
      .replace(SIGNED_TEXT, REDACTED)
      .replace(TOKEN, REDACTED)
      .replace(ORDER_TOKEN, `$1${REDACTED}`);
  }

  function error(given: Error): Record<string, unknown> {
    const own = given as unknown as Readonly<Record<string, unknown>>;
    // PostgreSQL repeats an unreadable value in its message (class 22).
    const repeats = typeof own['code'] === 'string' && /^22[0-9A-Z]{3}$/.test(own['code']);
    const redacted = (said: string) =>
      text(repeats ? said.replaceAll(/"[^"]*"/g, `"${REDACTED}"`) : said);
    const shown: Record<string, unknown> = {
      type: given.name,
      message: redacted(given.message),
      stack: redacted(given.stack ?? ''),
    };
    for (const name of ERROR_FIELDS) {
      const value = own[name];
      if (typeof value === 'string') shown[name] = text(value);
      else if (typeof value === 'number') shown[name] = value;
    }
    if (given.cause instanceof Error && given.cause !== given) shown['cause'] = error(given.cause);
    return shown;
  }

  function value(given: unknown, name: string, depth: number): unknown {
    if (isSecret(name, given)) return REDACTED;
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

  /** A request's path without its query, or an answer's status. */
  function exchange(given: object): Record<string, unknown> {
    const { method, url, statusCode } = given as Readonly<Record<string, unknown>>;
    if (typeof url !== 'string') return { statusCode };
    return { method, url: text(url.split('?', 1)[0] ?? '') };
  }

  function fields(given: object, depth: number): Record<string, unknown> {
    const entries = Object.entries(given);
    return Object.fromEntries(entries.map(([name, each]) => [name, value(each, name, depth)]));
  }

  return { text, line: (object: object) => fields(object, 0) };
}

function isSecret(name: string, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (SECRET_NAMES.has(name.toLowerCase())) return true;
  // Errors and answers have fields called `code` too.
  return name === 'code' && typeof value === 'string' && /^\s*\d{6}\s*$/.test(value);
}

/** Verifies the check digit of a card number; one in ten other numbers passes too. */
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
