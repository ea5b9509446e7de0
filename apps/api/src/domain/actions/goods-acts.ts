import type { ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { CatalogueError } from '../projects/catalogue-files.ts';
import {
  goodsIn,
  waysIn,
  writeGoods,
  writeTranslations,
  writeWays,
} from '../projects/edit-goods.ts';
import { NotWritable } from '../projects/edit-yaml.ts';
import { liveVersion, textsOf, type CatalogueChange, type Texts } from '../projects/versions.ts';
import type { Acts, By, Finish } from './act.ts';
import { nowOrLater } from './plan-publication.ts';
import { countOf, findCatalogue, FOLLOWS, moved, publish, refused } from './publish-version.ts';

const PRODUCTS = 'products.yaml';
const CHANNELS = 'channels.yaml';
/** Changes that are checked one by one when the whole has a mistake. */
const MAX_CHECKED = 40;

/** Steps that publish goods and methods. */
export const GOODS_ACTS: Acts<'change_goods'> = {
  change_goods: { find: findCatalogue, run: nowOrLater(changeGoods) },
};

type Change = Pick<ActionOf<'change_goods'>, 'goods' | 'order' | 'ways'>;

async function changeGoods(ctx: Ctx, action: ActionOf<'change_goods'>, finish: Finish, by: By) {
  const { project: code, seen, goods, order, ways, because } = action;
  const live = await liveVersion(ctx.db, code);
  if (live?.number !== seen) return moved(live);
  const project = ctx.catalogue.project(code);
  if (project === null) return refused('no_such_project');
  const texts = await textsOf(ctx.db, code, seen);
  const mistakes = mistakesIn(ctx, project, texts, action);
  if (mistakes.length > 0) return refused('goods_mistakes', mistakes.join(' '));
  let edited: Texts;
  try {
    edited = editTexts(texts, action);
  } catch (error) {
    if (error instanceof NotWritable) return refused('price_not_writable', error.message);
    throw error;
  }
  const count = goods.length + ways.length;
  const own = new Set([
    ...goods.map(({ product_id: id }) => `${code} product ${id}`),
    ...ways.map(({ pay_id: id }) => `${code} method ${id}`),
  ]);
  const isOwn = (line: string) => own.has(line.slice(0, line.indexOf(':')));
  const isWay = (line: string) => line.startsWith(`${code} method `) && isOwn(line);
  const ran = await publish(
    ctx,
    {
      project: code,
      live,
      texts: edited,
      restores: null,
      because,
      title:
        count === 0
          ? 'Change the order of the shelf'
          : `Change ${countOf(count, ways.length === 0 ? 'good' : 'good or way to pay', ways.length === 0 ? 'goods' : 'goods and ways to pay')}`,
      effects: ({ prices, others }) => [
        ...others.filter((line) => !isWay(line)),
        ...ways.map((way) => wayInWords(ctx, texts, way)),
        ...(order === undefined ? [] : [`Order on the shelf: ${order.join(', ')}.`]),
        ...goods.flatMap((good) => lostTexts(project, good)),
        ...prices.map(({ productId }) => `The price of ${productId} changes.`),
        `${FOLLOWS} Orders that were placed keep their goods.`,
      ],
      secondPerson: (_, change) => Promise.resolve(whySecond(action, change, isOwn)),
    },
    finish,
    by,
  );
  if (ran.kind === 'done' || ran.why !== 'catalogue_mistake') return ran;
  const all = await everyMistake(ctx, code, texts, action);
  return all.length < 2 ? ran : refused('catalogue_mistake', all.join(' '));
}

/** Limits, what begins to be sold, and methods move money; texts, order and the end of a sale do not. */
function whySecond(
  { goods, ways }: Change,
  { prices, others }: CatalogueChange,
  isOwn: (line: string) => boolean,
): string | null {
  if (ways.length > 0) return 'It changes ways to pay.';
  if (goods.some(({ limit }) => limit !== undefined)) return 'It changes a limit.';
  if (goods.some(({ on_sale: isSold }) => isSold === true)) return 'It puts a good on sale.';
  if (prices.length > 0 || !others.every(isOwn)) return 'It changes more than was asked for.';
  return null;
}

/** Every mistake against the project, a sentence each. */
function mistakesIn(
  { config }: Ctx,
  project: Project,
  texts: Texts,
  { goods, order, ways }: Change,
): string[] {
  const known = goodsIn(texts.get(PRODUCTS) ?? '');
  const offered = new Set(waysIn(texts.get(CHANNELS) ?? '').keys());
  const said: string[] = [];
  for (const { product_id: id, on_sale: isSold, names = [], descriptions = [] } of goods) {
    const good = known.get(id);
    if (good === undefined) said.push(`There is no good ${id}.`);
    else if (isSold === false && (good.kind === 'bargain' || good.kind === 'card')) {
      said.push(`${id} belongs to an event: pause the event instead.`);
    }
    for (const lang of new Set([...names, ...descriptions].map((each) => each.lang))) {
      if (lang !== 'en' && !project.langs.includes(lang)) {
        said.push(`${id}: the project has no language ${lang}.`);
      }
    }
  }
  if (order !== undefined) {
    const named = new Set(order);
    const missing = [...known.keys()].filter((id) => !named.has(id));
    if (missing.length > 0) said.push(`The order does not name ${missing.join(', ')}.`);
    const others = order.filter((id) => !known.has(id));
    if (others.length > 0) said.push(`The order names ${others.join(', ')}, which is no good.`);
  }
  for (const { pay_id: id, countries } of ways) {
    const method = config.methods.get(id);
    if (method === undefined) said.push(`${id} is no way to pay that the shop knows.`);
    if (countries === null && !offered.has(id)) said.push(`${id} is not offered.`);
    if (countries === null || countries === '*') continue;
    const unsold = countries.filter((country) => !project.currencyOf.has(country));
    if (unsold.length > 0) said.push(`${id}: the project does not sell in ${unsold.join(', ')}.`);
  }
  return said;
}

/** Mistakes of each change alone, at most 40. */
async function everyMistake(
  ctx: Ctx,
  code: string,
  texts: Texts,
  { goods, ways }: Change,
): Promise<readonly string[]> {
  const alone: Change[] = [
    ...goods.map((good) => ({ goods: [good], ways: [] })),
    ...ways.map((way) => ({ goods: [], ways: [way] })),
  ];
  const found = new Set<string>();
  for (const change of alone.slice(0, MAX_CHECKED)) {
    try {
      await ctx.readForPublish(code, editTexts(texts, change));
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      found.add(error.message);
    }
  }
  return [...found];
}

function editTexts(texts: Texts, { goods, order, ways }: Change): Texts {
  const edited = new Map(texts);
  const english = (list: Change['goods'][number]['names']) =>
    list?.find(({ lang }) => lang === 'en')?.text;
  if (goods.length > 0 || order !== undefined) {
    const edits = goods.map(({ names, descriptions, ...good }) => ({
      ...good,
      name: english(names),
      description: english(descriptions),
    }));
    edited.set(PRODUCTS, writeGoods(texts.get(PRODUCTS) ?? '', edits, order));
  }
  for (const [file, translations] of translationsOf(edited, goods)) {
    edited.set(file, writeTranslations(edited.get(file) ?? '{\n}\n', translations));
  }
  if (ways.length > 0) edited.set(CHANNELS, writeWays(texts.get(CHANNELS) ?? '', ways));
  return edited;
}

/** New translations by file, then by the English text that is now in products.yaml. */
function translationsOf(
  edited: Texts,
  goods: Change['goods'],
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const known = goodsIn(edited.get(PRODUCTS) ?? '');
  const byFile = new Map<string, Map<string, string>>();
  for (const { product_id: id, names = [], descriptions = [] } of goods) {
    const good = known.get(id);
    for (const [english, list] of [
      [good?.name, names],
      [good?.description, descriptions],
    ] as const) {
      for (const { lang, text } of list) {
        if (lang === 'en' || english === undefined) continue;
        const file = `texts/${lang}.json`;
        byFile.set(file, (byFile.get(file) ?? new Map<string, string>()).set(english, text));
      }
    }
  }
  return byFile;
}

/** A new English text has only the translations that come with it. */
function lostTexts(
  { products, langs }: Project,
  { product_id: id, names, descriptions }: Change['goods'][number],
): string[] {
  const before = products.get(id)?.data;
  return [
    ['name', names, before?.name['en']] as const,
    ['description', descriptions, before?.description['en']] as const,
  ].flatMap(([what, list, english]) => {
    const text = list?.find(({ lang }) => lang === 'en')?.text;
    if (list === undefined || text === undefined || text === english) return [];
    const given = new Set<string>(list.map(({ lang }) => lang));
    const missing = langs.filter((lang) => lang !== 'en' && !given.has(lang));
    return missing.length === 0
      ? []
      : [
          `The new ${what} of ${id} is shown in English where no translation of it is known: ${missing.join(', ')}.`,
        ];
  });
}

function wayInWords({ config }: Ctx, texts: Texts, way: Change['ways'][number]): string {
  const { pay_id: id, countries } = way;
  const before = waysIn(texts.get(CHANNELS) ?? '').get(id);
  const inWords = (list: '*' | readonly string[] | null | undefined) => {
    if (list === undefined) return 'the countries of the method';
    if (list === null) return 'not offered';
    return list === '*' ? 'every country' : list.join(', ');
  };
  const was = before === undefined ? 'not offered' : inWords(before.countries);
  const unknown = config.methods.get(id)?.unknown ?? [];
  const hidden =
    countries !== null && unknown.length > 0
      ? ' The shop does not offer it yet: METHODS_FILE does not give all its facts.'
      : '';
  return `${id}: ${was} → ${inWords(countries)}.${hidden}`;
}
