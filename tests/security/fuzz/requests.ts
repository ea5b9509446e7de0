import { CALLS } from '@webpay/contract/calls';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import fc from 'fast-check';
import * as v from 'valibot';
import { FORM, signedBody, type Fields } from '../target.ts';
import { FORMS, KNOWN, oneOf, type Caller, type Form, type Learned, type Value } from './known.ts';

export type Request = {
  readonly name: CallName;
  readonly kind: Kind;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly caller: Caller;
};

// Verified edge: the keys of CALL_PATHS.
export const NAMES = Object.keys(CALL_PATHS) as CallName[];

export type Kind =
  | 'valid'
  | 'one field wrong'
  | 'fields wrong'
  | 'conventions wrong'
  | 'form broken';
type Pairs = readonly (readonly [string, string])[];
/** Answers null for a field that is left out. */
type Field = (caller: Caller, learned: Learned, form: Form) => string | null;

const weighted = <T>(...all: readonly (readonly [number, T])[]): fc.Arbitrary<T> =>
  fc.oneof(...all.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

/** The one with this number, or any. */
const pick = <T>(list: readonly T[], nth?: number): fc.Arbitrary<T> =>
  fc.noBias(fc.constantFrom(...(nth === undefined ? list : list.slice(nth, nth + 1))));

const WEIGHTS = [
  [10, 'valid'],
  [6, 'one field wrong'],
  [3, 'fields wrong'],
  [1, 'conventions wrong'],
  [1, 'form broken'],
] as const satisfies readonly (readonly [number, Kind])[];
const KINDS = weighted<Kind>(...WEIGHTS);
/** Positions of the fields that every call has. */
const CONVENTIONS = [0, 1, 2, 3, 4, 5];
/** A valid logout ends a session that other requests need: one in six. */
const LOGOUT_KINDS = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Kind>('conventions wrong') },
  { weight: 1, arbitrary: KINDS },
);
/** Optional codes and cards that no request knows; a call with one of them is refused. */
const CODES: ReadonlySet<string> = new Set(['v_code', 'v_code_md5', 'v_code_work', 'pwd', 'saved']);

/** Values that have broken programs. */
const JUNK = [
  ...'0 -1 1.5 1e308 9007199254740993 99999999999999999999999999 NaN Infinity null undefined true [] {} [[]]'.split(
    ' ',
  ),
  ...'{"__proto__":{"x":1}} " \' \\ % %00 %zz __proto__ constructor toString ../../etc/passwd <script> ${7*7}'.split(
    ' ',
  ),
  ..."| |' or 1=1 --|\u0000|\n|\r\nx: y|\t|\u001b[31m|\u2028|\u202e|\ufeff|\ud800|🙂|１２３|ﷺ|İı".split(
    '|',
  ),
  ...[64, 65, 129, 3_000].map((length) => 'a'.repeat(length)),
  '0'.repeat(300),
  '🙂'.repeat(400),
];
const junk = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...JUNK) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 24 }) },
);
const cut = fc.noBias(fc.double({ min: 0, max: 1, noNaN: true }));

/** Changes that make a valid value a little wrong. */
const mutation = fc
  .tuple(cut, junk, fc.integer({ min: -1, max: 1 }))
  .chain(([share, text, factor]) =>
    fc.constantFrom<(good: string) => string>(
      (good) => good.slice(0, share * good.length) + text + good.slice(share * good.length),
      (good) => good.slice(0, share * good.length) + good.slice(share * good.length + 1),
      (good) => good.slice(0, share * good.length),
      (good) => good + good,
      (good) => good.toUpperCase(),
      (good) => good.split('').toReversed().join(''),
      (good) => ` ${good} `,
      (good) => good + text.slice(0, 1),
      (good) => good.replaceAll(/\d+/g, (digits) => String(Number(digits) * factor + 1)),
      (good) => JSON.stringify(good),
      () => text,
    ),
  );

/** A wrong value instead of a valid one; null leaves the field out. */
const wrongly: fc.Arbitrary<(good: string) => string | null> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(() => null) },
  { weight: 1, arbitrary: fc.constant(() => '') },
  { weight: 2, arbitrary: junk.map((text) => () => text) },
  { weight: 4, arbitrary: mutation },
);

/** Valid values of a field: by its name, else the options of its shape. */
function validValue(key: string, entry: v.GenericSchema): fc.Arbitrary<Value> {
  const options = optionsOf(entry);
  return KNOWN[key] ?? oneOf(...(options.length === 0 ? ['x'] : options));
}

function optionsOf(entry: v.GenericSchema): readonly string[] {
  if ('options' in entry && Array.isArray(entry.options)) return entry.options.map(String);
  if ('wrapped' in entry) return optionsOf(entry.wrapped as v.GenericSchema);
  if (!('pipe' in entry) || !Array.isArray(entry.pipe)) return [];
  return (entry.pipe as v.GenericSchema[]).flatMap((step) =>
    'options' in step ? optionsOf(step) : [],
  );
}

/** A field of a call; `form` holds the fields that belong together. */
function fieldOf(key: string, entry: v.GenericSchema, isWrong: boolean): fc.Arbitrary<Field> {
  const good = validValue(key, entry).map(
    (value): Field =>
      (caller, learned, form) =>
        key in form ? (form[key] ?? null) : value(caller, learned),
  );
  if (isWrong) {
    return fc.tuple(good, wrongly).map(
      ([value, change]): Field =>
        (caller, learned, form) =>
          change(value(caller, learned, form) ?? ''),
    );
  }
  if (!v.isOfType('optional', entry)) return good;
  const leftOut: Field = (_caller, _learned, form) => form[key] ?? null;
  return fc.oneof(
    { weight: CODES.has(key) ? 9 : 1, arbitrary: fc.constant(leftOut) },
    { weight: 1, arbitrary: good },
  );
}

const entriesOf = (name: CallName): readonly (readonly [string, v.GenericSchema])[] =>
  Object.entries<v.GenericSchema>(CALLS[name].request.entries).filter(
    ([key]) => key !== 'website_code',
  );

function fieldsOf(name: CallName, kind: Kind, nth?: number): fc.Arbitrary<Value<Pairs>> {
  const entries = entriesOf(name);
  const all = entries.map((_, index) => index);
  const form: fc.Arbitrary<Value<Form>> = FORMS[name] ?? fc.constant(() => ({}));
  let wrong: fc.Arbitrary<readonly number[]> = fc.constant([]);
  if (kind === 'fields wrong') wrong = fc.noBias(fc.subarray(all));
  if (kind === 'one field wrong' && all.length > 0) wrong = pick(all, nth).map((n) => [n]);
  const fields = wrong.chain((list) =>
    fc.tuple(
      ...entries.map(([key, entry], n) =>
        fieldOf(key, entry, list.includes(n)).map((field) => [key, field] as const),
      ),
    ),
  );
  const more =
    kind === 'fields wrong' ? fc.tuple(junk, junk).map((pair) => [pair]) : fc.constant([]);
  return fc.tuple(form, fields, more).map(([form, fields, more]) => (caller, learned) => {
    const together = form(caller, learned);
    const said = fields.flatMap(([key, field]) => {
      const value = field(caller, learned, together);
      return value === null ? [] : [[key, value] as const];
    });
    return [...said, ...more.map(([key, value]) => [key || 'x', value] as const)];
  });
}

function commonOf(name: CallName, kind: Kind, nth?: number): fc.Arbitrary<Value<Pairs>> {
  const { session, website } = CALL_PATHS[name];
  const lang = fc.constantFrom('en', 'en', 'de', 'zh', 'ta', 'tw');
  const hasToken = session === 'optional' ? fc.boolean() : fc.constant(session === 'required');
  const wrong = kind === 'conventions wrong' ? pick(CONVENTIONS, nth) : fc.constant(-1);
  return fc
    .tuple(lang, hasToken, wrong, nth === undefined ? wrongly : fc.constant(() => null))
    .map(([lang, hasToken, wrong, change]) => (caller) => {
      const pairs: Pairs = [
        ['timestamp', String(Date.now())],
        ['game_id', caller.gameId],
        ['lang', lang],
        ['ver', 'fuzz'],
        ...(website ? [['website_code', caller.websiteCode] as const] : []),
        ...(hasToken ? [['user_token', caller.userToken] as const] : []),
      ];
      return pairs.flatMap(([key, good], n) => {
        const value = n === wrong % pairs.length ? change(good) : good;
        return value === null ? [] : [[key, value] as const];
      });
    });
}

/** Breaks of a form, from its pairs and its correct body. */
const BREAKS: readonly ((pairs: Pairs, body: string, share: number, text: string) => string)[] = [
  (_, body, share) => body.slice(0, share * body.length),
  (_, body) => `${body}&lang=en`,
  (pairs) => signedBody([...pairs, ['lang', 'en'], ['lang', 'de']]),
  (_, body) => `${body}&x=%zz`,
  (pairs) => JSON.stringify(Object.fromEntries(pairs)),
  (_, body) => body.replaceAll('&', ';'),
  (_pairs, _body, _share, text) => text,
  // Contract §2 limits bodies to 64 KiB.
  (_, body) => `${body}&x=${'a'.repeat(70_000)}`,
];
/** The long body costs the most. */
const anyBreak = fc.oneof(
  ...BREAKS.map((one, n) => ({
    weight: n === BREAKS.length - 1 ? 1 : 49,
    arbitrary: fc.constant(one),
  })),
);
const TYPES = ['application/json', 'text/plain', 'multipart/form-data', 'x'];
type Write = (pairs: Pairs, body: string) => string;
const correctly: fc.Arbitrary<Write> = fc.constant((_, body) => body);

/** The first numbers break the body, the others name a wrong type of it; chance does both. */
function breaksOf(nth?: number): readonly [fc.Arbitrary<Write>, fc.Arbitrary<Fields>] {
  const types = TYPES.map((type) => ({ 'content-type': type }));
  if (nth !== undefined && nth >= BREAKS.length) {
    return [correctly, pick(types, nth - BREAKS.length)];
  }
  const breaks = nth === undefined ? anyBreak : pick(BREAKS, nth);
  const headers = fc.constant(FORM);
  return [
    fc.tuple(breaks, cut, junk).map(
      ([one, share, text]): Write =>
        (pairs, body) =>
          one(pairs, body, share, text),
    ),
    nth === undefined ? fc.oneof(headers, fc.constantFrom(...types)) : headers,
  ];
}

type Plan = (callers: readonly Caller[], learned: Learned) => Request;

/** @param nth which field, convention or break is wrong; by chance without it */
function planOf(name: CallName, kind: Kind, nth?: number): fc.Arbitrary<Plan> {
  const [write, headers] =
    kind === 'form broken' ? breaksOf(nth) : [correctly, fc.constant<Fields>(FORM)];
  return fc
    .record({
      caller: fc.noBias(fc.nat()),
      common: commonOf(name, kind, nth),
      fields: fieldsOf(name, kind, nth),
      write,
      headers,
    })
    .map(({ caller: n, common, fields, write, headers }): Plan => (callers, learned) => {
      const caller = callers[n % callers.length];
      if (caller === undefined) throw new Error('no callers');
      const { method, path } = CALL_PATHS[name];
      const pairs = [...new Map([...common(caller, learned), ...fields(caller, learned)])];
      const body = method === 'GET' ? '' : write(pairs, signedBody(pairs));
      return { name, kind, method, path, headers, body, caller };
    });
}

const PLAN = fc
  .constantFrom(...NAMES)
  .chain((name) => (name === 'logout' ? LOGOUT_KINDS : KINDS).chain((kind) => planOf(name, kind)));
const BATCH = 1_000;

/** Ways in which a call can be wrong in this kind. */
function waysOf(name: CallName, kind: Kind): number {
  if (kind === 'one field wrong') return entriesOf(name).length;
  if (kind === 'conventions wrong') return CONVENTIONS.length;
  return kind === 'form broken' ? BREAKS.length + TYPES.length : 1;
}

/** Every call in every kind of request and every way of it, once. */
function* everyWay(seed: number): Generator<Plan> {
  let plans = 0;
  for (const name of NAMES) {
    for (const [, kind] of WEIGHTS) {
      for (let nth = 0; nth < waysOf(name, kind); nth += 1) {
        plans += 1;
        yield* fc.sample(planOf(name, kind, nth), { seed: seed + plans, numRuns: 1 });
      }
    }
  }
}

/** Endless requests, first every call in every way; the same seed gives the same plans. */
export function* plansOf(seed: number): Generator<Plan, never> {
  yield* everyWay(seed);
  for (let batch = 0; ; batch += 1) {
    yield* fc.sample(PLAN, { seed: (seed * 7_919 + batch) % 2 ** 31, numRuns: BATCH });
  }
}
