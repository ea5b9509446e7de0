import * as v from 'valibot';

/** Fields of inputs that several operations share. */

export const empty = v.object({});
export const text = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max));
export const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/));
export const done = v.object({ done: v.literal(true) });
export const code = v.pipe(v.string(), v.regex(/^[0-9]{6}$/));
const UNREADABLE = /[\p{Cc}\p{Cs}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u;
/** Without control characters but line ends and tabs, halves of pairs, and marks that turn later text. */
export const isReadable = (text: string): boolean =>
  !UNREADABLE.test(text.replaceAll(/[\n\t]/g, ''));
/** WebAuthn's own JSON; its library checks it. */
export const webauthn = v.looseObject({});

/** Several values of one field, separated by commas. */
export const several = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  v.pipe(
    v.string(),
    v.maxLength(400),
    v.description(`Some of ${values.join(', ')}, separated by commas.`),
    v.transform((list) => list.split(',')),
    v.array(v.picklist(values)),
  );
export const moment = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,15}$/),
  v.description('Ms since the epoch.'),
  v.transform(Number),
);
export const limit = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,3}$/),
  v.description('Rows of a page, 1 to 200.'),
  v.transform(Number),
  v.minValue(1),
  v.maxValue(200),
);
export const minor = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,15}$/),
  v.description('Minor units of `currency`.'),
  v.transform(Number),
);

/** Pairs an operation's input with its answer. */
export const define = <const Input extends v.GenericSchema, const Result extends v.GenericSchema>(
  input: Input,
  result: Result,
) => ({ input, result });
