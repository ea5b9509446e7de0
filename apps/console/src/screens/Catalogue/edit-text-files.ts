import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Document,
  type Node,
} from 'yaml';

/** Text files of a project's catalogue, edited in place: what nobody edited stays byte for byte. */

export type TextFile = { readonly path: string; readonly text: string };

/** An English text of the project, with its translations by language. */
export type Wording = {
  /** Its translations are looked up by it. */
  readonly en: string;
  /** Everywhere it stands: `products › gems-60 › name`. */
  readonly places: readonly string[];
  readonly translations: Readonly<Record<string, string>>;
};

/** A wording in one language; in English it is renamed in every file. */
export type WordingEdit = { readonly en: string; readonly lang: string; readonly text: string };

/** Part of a text, to be replaced. */
type Cut = { readonly from: number; readonly to: number; readonly by: string };

const translationsPath = (lang: string): string => `texts/${lang}.json`;

/** The English texts of the YAML files, in their order, with the translations of `texts/LANGUAGE.json`. */
export function wordingsOf(files: readonly TextFile[]): readonly Wording[] {
  const places = new Map<string, string[]>();
  for (const file of files.filter(isYaml)) {
    for (const { value, place } of englishIn(file)) {
      places.set(value, [...(places.get(value) ?? []), place]);
    }
  }
  const languages = files.flatMap(({ path, text }) => {
    const lang = /^texts\/([a-z]+)\.json$/.exec(path)?.[1];
    return lang === undefined ? [] : [{ lang, texts: readTranslations(text) }];
  });
  return [...places].map(([en, found]) => ({
    en,
    places: found,
    translations: Object.fromEntries(
      languages.flatMap(({ lang, texts }) => {
        const text = texts.get(en);
        return text === undefined ? [] : [[lang, text] as const];
      }),
    ),
  }));
}

/** The files that these edits change. */
export function editWordings(
  files: readonly TextFile[],
  edits: readonly WordingEdit[],
): readonly TextFile[] {
  const renamed = new Map(
    edits.flatMap(({ en, lang, text }) => (lang === 'en' ? [[en, text] as const] : [])),
  );
  const ofLanguage = (path: string) =>
    edits.filter(({ lang }) => lang !== 'en' && translationsPath(lang) === path);
  const known = new Set(files.map(({ path }) => path));
  const begun = [...new Set(edits.map(({ lang }) => lang))]
    .filter((lang) => lang !== 'en' && !known.has(translationsPath(lang)))
    .map((lang) => ({ path: translationsPath(lang), text: '{}\n' }));
  return [...files, ...begun].flatMap((file) => {
    const cuts = isYaml(file)
      ? renamedIn(file, renamed)
      : translatedIn(file.text, ofLanguage(file.path), renamed);
    return cuts.length === 0 ? [] : [{ path: file.path, text: cut(file.text, cuts) }];
  });
}

/** Values of one map of a YAML file by its path, as texts. */
export function valuesAt(text: string, path: readonly string[]): ReadonlyMap<string, string> {
  const map = parseDocument(text).getIn(path, true);
  if (!isMap(map)) return new Map();
  return new Map(
    map.items.flatMap(({ key, value }) =>
      isScalar(key) && isScalar(value) ? [[String(key.value), String(value.value)] as const] : [],
    ),
  );
}

/** The texts of a list of a YAML file by its path. */
export function listAt(text: string, path: readonly string[]): readonly string[] {
  const list = parseDocument(text).getIn(path, true);
  if (!isSeq(list)) return [];
  return list.items.flatMap((item) => (isScalar(item) ? [String(item.value)] : []));
}

/** Replaces values that are there already. */
export function setValuesAt(
  text: string,
  path: readonly string[],
  values: ReadonlyMap<string, string>,
): string {
  const document: Document = parseDocument(text);
  const cuts = [...values].flatMap(([key, value]) => {
    const node = document.getIn([...path, key], true);
    return isScalar(node) ? [cutOf(node, value)] : [];
  });
  return cut(text, cuts);
}

const isYaml = ({ path }: TextFile): boolean => path.endsWith('.yaml');

function englishIn({ path, text }: TextFile) {
  const found: { value: string; place: string; node: Node }[] = [];
  visit(parseDocument(text), {
    Map(_, map, above) {
      const node = map.get('en', true);
      if (!isScalar(node) || typeof node.value !== 'string') return;
      found.push({ value: node.value, place: placeOf(path, above), node });
    },
  });
  return found;
}

const ID_FIELDS = ['product_id', 'event_id', 'server_id', 'item_id', 'pay_id', 'id'];

function placeOf(path: string, above: readonly unknown[]): string {
  const names = above.flatMap((each) => {
    if (isPair(each) && isScalar(each.key)) return [String(each.key.value)];
    if (!isMap(each)) return [];
    const id = ID_FIELDS.map((field) => each.get(field, true)).find((node) => isScalar(node));
    return id === undefined ? [] : [String(id.value)];
  });
  const file = path.replace(/\.yaml$/, '');
  return [file, ...names].filter((name, index, all) => name !== all[index - 1]).join(' › ');
}

function readTranslations(text: string): ReadonlyMap<string, string> {
  const content: unknown = JSON.parse(text);
  if (typeof content !== 'object' || content === null) return new Map();
  return new Map(
    Object.entries<unknown>({ ...content }).flatMap(([en, value]) =>
      typeof value === 'string' ? [[en, value] as const] : [],
    ),
  );
}

const renamedIn = (file: TextFile, renamed: ReadonlyMap<string, string>): Cut[] =>
  englishIn(file).flatMap(({ value, node }) => {
    const by = renamed.get(value);
    return by === undefined ? [] : [cutOf(node, by)];
  });

/** JSON is YAML, so that keys and values have their places. */
function translatedIn(
  text: string,
  edits: readonly WordingEdit[],
  renamed: ReadonlyMap<string, string>,
): Cut[] {
  const { contents } = parseDocument(text);
  if (!isMap(contents)) return [];
  const byEnglish = new Map(edits.map((edit) => [edit.en, edit.text]));
  const cuts: Cut[] = [];
  const found = new Set<string>();
  for (const { key, value } of contents.items) {
    if (!isScalar(key) || !isScalar(value)) continue;
    const en = String(key.value);
    found.add(en);
    const [name, by] = [renamed.get(en), byEnglish.get(en)];
    if (name !== undefined) cuts.push(cutOf(key, name));
    if (by !== undefined) cuts.push(cutOf(value, by));
  }
  const added = edits
    .filter(({ en }) => !found.has(en))
    .map(({ en, text: by }) => `${JSON.stringify(renamed.get(en) ?? en)}: ${JSON.stringify(by)}`);
  if (added.length > 0) cuts.push(insertion(text, contents, added));
  return cuts;
}

function insertion(
  text: string,
  map: Node & { readonly items: readonly unknown[] },
  lines: string[],
) {
  const isEmpty = map.items.length === 0;
  const end = text.lastIndexOf('}');
  const at = isEmpty ? end : text.slice(0, end).trimEnd().length;
  const written = lines.map((line) => `\n  ${line}`).join(',');
  return { from: at, to: at, by: isEmpty ? `${written}\n` : `,${written}` };
}

/** The value in quotes of JSON, which YAML reads, too. A block of lines ends with its own line end. */
function cutOf(node: Node, value: string): Cut {
  const [from, to] = node.range ?? [0, 0];
  const isBlock = isScalar(node) && String(node.type).startsWith('BLOCK');
  return { from, to, by: JSON.stringify(value) + (isBlock ? '\n' : '') };
}

const cut = (text: string, cuts: readonly Cut[]): string =>
  cuts
    .toSorted((one, other) => other.from - one.from)
    .reduce((left, { from, to, by }) => left.slice(0, from) + by + left.slice(to), text);
