import { CALLS } from '@webpay/contract/calls';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import * as v from 'valibot';
import { FORM, signedBody } from '../wire.ts';
import type { Chance } from '../../chaos/seeded.ts';
import { junk, mutated } from './junk.ts';
import { formOf, SAID, type Caller, type Learned } from './known.ts';

export type Request = {
  readonly name: CallName;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly caller: Caller;
};

export const NAMES = Object.keys(CALL_PATHS) as [CallName, ...CallName[]];

/** Served only to who reads a code in a mailbox or a picture. */
export const WANT_A_CODE: ReadonlySet<CallName> = new Set([
  'captcha',
  'mailCode',
  'passwordSet',
  'passwordChange',
  'passwordRemove',
  'passwordReset',
]);

/** How wrong a request is. */
type Kind =
  | 'as it should be'
  | 'one field wrong'
  | 'fields wrong'
  | 'conventions wrong'
  | 'form broken';

/** Of so many tickets each kind holds these. */
const TICKETS: readonly (readonly [Kind, number])[] = [
  ['as it should be', 10],
  ['one field wrong', 6],
  ['fields wrong', 3],
  ['conventions wrong', 1],
  ['form broken', 1],
];
const ALL_TICKETS = TICKETS.reduce((sum, [, count]) => sum + count, 0);

function drawKind(chance: Chance): Kind {
  let left = chance.int(ALL_TICKETS);
  for (const [kind, count] of TICKETS) {
    if (left < count) return kind;
    left -= count;
  }
  return 'as it should be';
}

/** A session that is ended has to be opened again before anything else is served: one in so many is. */
const LOGOUTS_SPARED = 6;

/** Codes that nobody knows: a call that carries one is refused for it, whatever else it says. */
const CODES: ReadonlySet<string> = new Set(['v_code', 'v_code_md5', 'pwd']);
const CODES_ONE_IN = 10;

/** The next request by this chance, from the shapes of the contract. */
export function nextRequest(
  chance: Chance,
  callers: readonly [Caller, ...Caller[]],
  learned: Learned,
): Request {
  const name = chance.pick(NAMES);
  const caller = chance.pick(callers);
  const drawn = drawKind(chance);
  const isSpared = name === 'logout' && chance.int(LOGOUTS_SPARED) > 0;
  const kind = isSpared ? 'conventions wrong' : drawn;
  const fields = fieldsOf(name, kind, chance, caller, learned);
  const pairs = [...commonOf(name, kind, chance, caller), ...fields];
  const { method, path } = CALL_PATHS[name];
  const body = method === 'GET' ? '' : bodyOf(kind, chance, pairs);
  return { name, method, path, headers: headersOf(kind, chance), body, caller };
}

type Pair = readonly [string, string];

function fieldsOf(
  name: CallName,
  kind: Kind,
  chance: Chance,
  caller: Caller,
  learned: Learned,
): Pair[] {
  const entries = Object.entries<v.GenericSchema>(CALLS[name].request.entries).filter(
    ([key]) => key !== 'website_code',
  );
  const together = formOf(name, chance, learned);
  const wrong = wrongOnes(kind, chance, entries.length);
  const said = entries.flatMap(([key, entry], index): Pair[] => {
    const good = together[key] ?? goodValue(key, entry, chance, caller, learned);
    if (wrong.has(index)) return wrongly(chance, key, good);
    const isLeftOut =
      v.isOfType('optional', entry) && chance.int(CODES.has(key) ? CODES_ONE_IN : 2) > 0;
    return isLeftOut ? [] : [[key, good]];
  });
  return kind === 'fields wrong' ? [...said, [junk(chance) || 'x', junk(chance)]] : said;
}

/** Which of so many fields are wrong. */
function wrongOnes(kind: Kind, chance: Chance, count: number): ReadonlySet<number> {
  if (kind === 'one field wrong') return new Set([chance.int(count)]);
  if (kind !== 'fields wrong') return new Set();
  return new Set(
    Array.from({ length: count }, (_, index) => index).filter(() => chance.int(2) === 0),
  );
}

function wrongly(chance: Chance, key: string, good: string): Pair[] {
  switch (chance.int(8)) {
    case 0:
      return [];
    case 1:
      return [[key, '']];
    case 2:
    case 3:
      return [[key, junk(chance)]];
    default:
      return [[key, mutated(chance, good)]];
  }
}

function goodValue(
  key: string,
  entry: v.GenericSchema,
  chance: Chance,
  caller: Caller,
  learned: Learned,
): string {
  const known = SAID[key];
  if (known !== undefined) return known(chance, caller, learned);
  const options = optionsOf(entry);
  return options[chance.int(options.length)] ?? 'x';
}

/** The words a field may hold, where its shape lists them. */
function optionsOf(entry: v.GenericSchema): readonly string[] {
  if ('options' in entry && Array.isArray(entry.options)) return entry.options.map(String);
  if ('wrapped' in entry) return optionsOf(entry.wrapped as v.GenericSchema);
  if ('pipe' in entry && Array.isArray(entry.pipe)) {
    return (entry.pipe as v.GenericSchema[]).flatMap((step) =>
      'options' in step ? optionsOf(step) : [],
    );
  }
  return [];
}

function commonOf(name: CallName, kind: Kind, chance: Chance, caller: Caller): Pair[] {
  const { session, website } = CALL_PATHS[name];
  const hasToken = session === 'required' || (session === 'optional' && chance.int(2) === 0);
  const pairs: Pair[] = [
    ['game_id', caller.gameId],
    ['lang', chance.pick(['en', 'en', 'de', 'zh', 'ta', 'tw'])],
    ['ver', 'fuzz'],
    ['timestamp', String(Date.now())],
    ...(website ? [['website_code', caller.code] as const] : []),
    ...(hasToken ? [['user_token', caller.token] as const] : []),
  ];
  if (kind !== 'conventions wrong') return pairs;
  const at = chance.int(pairs.length);
  return pairs.flatMap((pair, index) => (index === at ? wrongly(chance, ...pair) : [pair]));
}

function bodyOf(kind: Kind, chance: Chance, pairs: readonly Pair[]): string {
  const once = [...new Map(pairs)];
  const body = signedBody(once);
  if (kind !== 'form broken') return body;
  switch (chance.int(7)) {
    case 0:
      return body.slice(0, chance.int(body.length));
    case 1:
      return `${body}&lang=en`;
    case 2:
      return signedBody([...pairs, ['lang', 'en'], ['lang', 'de']]);
    case 3:
      return `${body}&x=%zz`;
    case 4:
      return JSON.stringify(Object.fromEntries(once));
    case 5:
      // Contract §2: above 64 KiB.
      return chance.int(50) === 0 ? `${body}&x=${'a'.repeat(70_000)}` : body.replaceAll('&', ';');
    default:
      return junk(chance);
  }
}

function headersOf(kind: Kind, chance: Chance): Readonly<Record<string, string>> {
  if (kind !== 'form broken') return FORM;
  return chance.int(2) === 0
    ? FORM
    : {
        'content-type': chance.pick(['application/json', 'text/plain', 'multipart/form-data', 'x']),
      };
}
