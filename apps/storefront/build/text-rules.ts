import { parse, type Token } from '@messageformat/parser';
import { languageTag, type Language } from '@webpay/contract/languages';

/** The texts of each language, by key. */
export type Texts = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;

/** English texts that the specification quotes. */
const FIXED: Readonly<Record<string, string>> = {
  'app.copyright': '© 2019-2024',
  'home.select_region': 'Please select a region',
  'home.select_server': 'Please select your server',
  'home.invalid_cid': 'Please enter a valid Player ID Number',
  'access.contains_space': 'Password contains a space',
  'access.too_short': 'Password less than 6 characters',
  'access.too_long': 'Password exceeds 20 characters',
  'access.picture_failed': 'Failed to load image',
  'goods.limited': 'This is a limited purchase item with a maximum of {max}',
  'result.timeout': 'Payment timed out',
  'result.missing': 'Payment invalid or order does not exist',
  'event.not_now': 'Not within activity time',
  'error.10004': 'Failed to send verification mail',
  'error.20005': 'Link has expired',
  'error.20006': 'Cart data exception, cart refreshed',
  'error.20009': 'This is a limited purchase item with a maximum of {max}',
  'error.20010': 'Payment invalid or order does not exist',
  'error.20011': 'Not within activity time',
  'error.20015': 'Passwords do not match',
};

const SAME_EVERYWHERE: ReadonlySet<string> = new Set([
  'app.copyright',
  'title.page',
  'payment.country',
  'goods.times',
  'bargain.coupon_off',
]);

/** Wording that the English texts replaced (docs/languages.md). */
const REPLACED =
  /\b(?:goods|on sale|at once|minimum|cancelled|(?:arm|col|fav|harb)our\w*|(?:(?:can|do|does|did|is|are|has|have) ?not|you are|we are))\b/i;
/** A level stays on the line of its word. */
const LEVELS: ReadonlySet<string> = new Set(['app.level', 'home.found']);

/** Loan words: a text of these alone may read as in English. */
const LOANS: ReadonlySet<string> = new Set(
  (
    'shop server servers region event events info bonus total item items cart checkout order orders user code level lv ' +
    'support ok id point points day pack packs reset rules quantity category date name error legal privacy minimum ' +
    'character top up coupon odds spin card wallet plus per account maximum edit information customer service'
  ).split(' '),
);
const ENGLISH =
  /\b(?:the|your|yours|you|with|this|these|please|cannot|could|would|should|again|which|their|there|will|from|have|been|about)\b/i;
const LATIN_SCRIPT: ReadonlySet<string> = new Set(
  'de fr es pt pl it tr id ms ro sv tl vi'.split(' '),
);
/** Written in Latin letters in every language. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'id utc javascript pdf lv email mail web qr sms cvv cpf cnpj pin app wp'.split(' '),
);

/**
 * Holds the storefront's texts to the rules of docs/languages.md: keys, placeholders, plural forms, the
 * specification's words, and no English in another language.
 * @returns one line each; none: all hold
 */
export function textProblems(texts: Texts): string[] {
  const english = texts.en ?? {};
  const fixed = Object.entries(FIXED)
    .filter(([key, text]) => english[key] !== text)
    .map(([key, text]) => `en ${key} is fixed by the specification: "${text}"`);
  return [
    ...fixed,
    ...(Object.keys(texts) as Language[]).flatMap((lang) => inLanguage(texts, lang)),
  ];
}

function inLanguage(texts: Texts, lang: Language): string[] {
  const english = texts.en ?? {};
  const own = texts[lang] ?? {};
  const keys = Object.keys(english);
  if (Object.keys(own).join() !== keys.join()) {
    const odd = [
      ...keys.filter((key) => !(key in own)).map((key) => `lacks ${key}`),
      ...Object.keys(own)
        .filter((key) => !(key in english))
        .map((key) => `has ${key}, which English lacks`),
    ];
    return [`${lang} ${odd.join(', ') || 'has its keys in another order than English'}`];
  }
  const needed = formsOf(lang);
  return keys.flatMap((key) =>
    inText(lang, key, own[key] ?? '', english[key] ?? '', needed).map(
      (each) => `${lang} ${key} ${each}`,
    ),
  );
}

function inText(
  lang: Language,
  key: string,
  text: string,
  english: string,
  needed: readonly string[],
): string[] {
  if (text.trim() === '') return ['is empty'];
  const found: string[] = [];
  if (text !== text.trim() || / {2}/.test(text)) found.push('has stray spaces');
  if (/'[{}]/.test(text)) found.push('quotes a brace by an apostrophe: write ’');
  if (LEVELS.has(key) && / \{level\}|\{level\} (?!·)/.test(text))
    found.push('needs a no-break space beside the level');
  const own = read(text, needed);
  if (own === null) return [...found, 'is no ICU message'];
  found.push(...own.problems);
  const replaced = lang === 'en' && !(key in FIXED) ? REPLACED.exec(own.words) : null;
  if (replaced) found.push(`has replaced wording: "${replaced[0]}"`);
  const wanted = read(english, []);
  if (lang === 'en' || wanted === null) return found;
  if (own.marks !== wanted.marks) {
    found.push(`has the placeholders ${own.marks || 'none'}, English ${wanted.marks || 'none'}`);
  }
  const left = SAME_EVERYWHERE.has(key) ? null : englishLeft(lang, own.words, wanted.words);
  if (left !== null) found.push(left);
  if (SAME_EVERYWHERE.has(key) && text !== english) found.push('is the same in every language');
  return found;
}

type Read = {
  readonly marks: string;
  readonly words: string;
  readonly problems: readonly string[];
};

/** Splits a message into its placeholders and tags, and its words; null: it does not parse. */
function read(text: string, needed: readonly string[]): Read | null {
  const marks = new Set<string>(text.match(/<\/?\d+\/?>/g));
  const words: string[] = [];
  const problems: string[] = [];
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'content') {
        words.push(token.value);
        if (token.value.includes('}')) problems.push('has a closing brace too many');
      } else if (token.type === 'argument') {
        marks.add(`{${token.arg}}`);
      } else if (token.type === 'function') {
        problems.push(`has the unknown type ${token.key}`);
      } else if (token.type !== 'octothorpe') {
        marks.add(`{${token.arg}, ${token.type}}`);
        problems.push(...choiceProblems(token, needed));
        for (const each of token.cases) walk(each.tokens);
      }
    }
  };
  try {
    walk(parse(text));
  } catch {
    return null;
  }
  return {
    marks: [...marks].toSorted().join(' '),
    words: words.join(' ').replaceAll(/<\/?\d+\/?>/g, ' '),
    problems,
  };
}

/** Faults that the parser accepts. Of a form written twice, the later one would win. */
function choiceProblems(
  { type, cases, pluralOffset }: Extract<Token, { readonly cases: unknown }>,
  needed: readonly string[],
): string[] {
  const forms = cases.map(({ key }) => key);
  const twice = forms.filter((form, index) => forms.indexOf(form) !== index);
  const missing = (type === 'plural' ? needed : []).filter((form) => !forms.includes(form));
  return [
    ...twice.map((form) => `has the form ${form} twice`),
    ...(pluralOffset === undefined ? [] : [`has the unknown plural form offset:${pluralOffset}`]),
    ...(forms.includes('other') ? [] : ['lacks the form other']),
    ...(missing.length > 0 ? [`lacks the plural forms ${missing.join(', ')}`] : []),
  ];
}

/** The plural forms that a language distinguishes in counts of a shop. */
function formsOf(lang: Language): readonly string[] {
  const rules = new Intl.PluralRules(languageTag(lang));
  return [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))].toSorted();
}

function englishLeft(lang: string, words: string, english: string): string | null {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const latin = bare(words)
    .split(' ')
    .filter((each) => /^[a-z]{2,}$/.test(each));
  if (latin.length === 0) return null;
  if (bare(words) === bare(english) && !latin.every((each) => LOANS.has(each))) {
    return 'reads as in English';
  }
  const word = ENGLISH.exec(words);
  if (word !== null) return `has an English word: "${word[0]}"`;
  const strange = latin.filter((each) => !ABBREVIATIONS.has(each));
  if (LATIN_SCRIPT.has(lang) || strange.length === 0) return null;
  return `has Latin letters: ${strange.join(' ')}`;
}
