import { YAMLParseError } from 'yaml';
import type { ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { CatalogueError } from '../projects/catalogue-files.ts';
import { isRemoval, tooManyPictures, withFiles, wrongPlace } from '../projects/draft-files.ts';
import { whyNoPicture } from '../projects/draft-picture.ts';
import { PriceNotWritable, pricesIn, writePrices } from '../projects/edit-prices.ts';
import { lockedFields } from '../projects/locked-fields.ts';
import { lockCatalogue } from '../projects/queries.ts';
import { filesByHash, versionAt } from '../projects/version-queries.ts';
import {
  liveVersion,
  textsOf,
  type CatalogueChange,
  type PriceChange,
  type Texts,
} from '../projects/versions.ts';
import type { Acts, By, Finish } from './act.ts';
import { costOfDraft } from './draft-cost.ts';
import { nowOrLater } from './plan-publication.ts';
import { countOf, findCatalogue, FOLLOWS, moved, publish, refused } from './publish-version.ts';
import { sumInWords } from './words.ts';

const PRODUCTS = 'products.yaml';
const EVENTS = 'events.yaml';
const DAY_MS = 86_400_000;

/** Steps that publish a version of a catalogue. */
export const CATALOGUE_ACTS: Acts<'change_prices' | 'publish_files' | 'roll_back_catalogue'> = {
  change_prices: { find: findCatalogue, run: nowOrLater(changePrices) },
  publish_files: { find: findCatalogue, run: nowOrLater(publishFiles) },
  roll_back_catalogue: { find: findCatalogue, run: rollBack },
};

async function changePrices(
  ctx: Ctx,
  { project, seen, cells, because }: ActionOf<'change_prices'>,
  finish: Finish,
  by: By,
) {
  const live = await liveVersion(ctx.db, project);
  if (live?.number !== seen) return moved(live);
  const texts = await textsOf(ctx.db, project, seen);
  let products: string;
  try {
    products = writePrices(texts.get(PRODUCTS) ?? '', cells);
  } catch (error) {
    if (error instanceof PriceNotWritable) return refused('price_not_writable', error.message);
    throw error;
  }
  const title = `Change ${countOf(cells.length, 'price')}`;
  const edited = new Map(texts).set(PRODUCTS, products);
  return publish(
    ctx,
    { project, live, texts: edited, restores: null, because, title, ...saying(ctx, project) },
    finish,
    by,
  );
}

/** Files that no import of a draft kept are unknown here: a step names them by hash alone. */
async function publishFiles(
  ctx: Ctx,
  { project, seen, files, because }: ActionOf<'publish_files'>,
  finish: Finish,
  by: By,
) {
  const live = await liveVersion(ctx.db, project);
  if (live?.number !== seen) return moved(live);
  const rows = await ctx.db.many(filesByHash, { hashes: files.map(({ sha256 }) => sha256) });
  const contents = new Map(rows.map(({ sha256, content }) => [sha256, content]));
  const texts = await textsOf(ctx.db, project, seen);
  const changed = new Map<string, string>();
  for (const { path, sha256 } of files) {
    const content = contents.get(sha256);
    const isPlaced = wrongPlace(project, path, texts) === null;
    if (content === undefined || !isPlaced) return refused('no_such_draft');
    const isPicture = path.startsWith('art/') && !isRemoval(path, content);
    if (isPicture && whyNoPicture(path, content) !== null) return refused('no_such_draft');
    changed.set(path, content);
  }
  const edited = withFiles(texts, changed);
  const locked = lockedIn(project, texts, edited);
  if (locked !== null) return refused('catalogue_mistake', locked);
  const crowded = tooManyPictures(edited.keys());
  if (crowded !== null) return refused('catalogue_mistake', `The brought pictures ${crowded}.`);
  const title = `Publish ${countOf(files.length, 'imported file')}`;
  const expected = files.some(({ path }) => path === EVENTS)
    ? await costOfDraft(ctx, project, edited)
    : [];
  const named = `Imported: ${files.map(({ path }) => path).join(', ')}. All other files stay.`;
  return publish(
    ctx,
    {
      project,
      live,
      texts: edited,
      restores: null,
      because,
      title,
      ...(await sayingOf(ctx, project, texts, edited)),
      effects: (change) => [...effectsOf(change), named],
      expected,
    },
    finish,
    by,
  );
}

/** Ends the transaction of a comparison. */
class Compared extends Error {}

/** Whether the live files would change rows by themselves: then a publication of words alone changes more than words. */
async function hasDrifted(ctx: Ctx, project: string, texts: Texts): Promise<boolean> {
  let count = 0;
  try {
    const apply = await ctx.readForPublish(project, texts);
    await ctx.db.transaction(async (tx) => {
      await tx.one(lockCatalogue);
      ({ count } = await apply(tx));
      throw new Compared('the comparison is taken back');
    });
  } catch (error) {
    // Live files that this release refuses must not keep an older version from coming back.
    if (error instanceof CatalogueError) return true;
    if (!(error instanceof Compared)) throw error;
  }
  return count > 0;
}

/** An import has checked this already, but a step may name the hash of any version's file. */
function lockedIn(project: string, texts: Texts, edited: Texts): string | null {
  try {
    const [locked] = lockedFields(project, texts, edited);
    return locked === undefined ? null : new CatalogueError(locked).message;
  } catch (error) {
    if (error instanceof YAMLParseError) return 'project.yaml is not YAML.';
    throw error;
  }
}

async function rollBack(
  ctx: Ctx,
  { project, seen, version, because }: ActionOf<'roll_back_catalogue'>,
  finish: Finish,
  by: By,
) {
  const live = await liveVersion(ctx.db, project);
  if (live?.number !== seen) return moved(live);
  const texts = await textsOf(ctx.db, project, version);
  if (texts.size === 0) return refused('no_such_version');
  const title = `Roll back to version ${version}`;
  return publish(
    ctx,
    { project, live, texts, restores: version, because, title, ...saying(ctx, project) },
    finish,
    by,
  );
}

/** As `saying`, but a change of words, colours or pictures alone needs no second person: prices and limits stand in other files. */
async function sayingOf(ctx: Ctx, project: string, live: Texts, edited: Texts) {
  const said = saying(ctx, project);
  const changed = [...new Set([...live.keys(), ...edited.keys()])].filter(
    (path) => live.get(path) !== edited.get(path),
  );
  const isWords =
    changed.every((path) => /^(?:theme\.yaml$|texts\/|art\/)/.test(path)) &&
    !(await hasDrifted(ctx, project, live));
  const secondPerson: typeof said.secondPerson = async (tx, change) =>
    isWords && change.prices.length === 0 ? null : said.secondPerson(tx, change);
  return { ...said, secondPerson };
}

/** Words and second person of a change of prices. */
const saying = (ctx: Ctx, project: string) => ({
  effects: effectsOf,
  secondPerson: async (tx: Tx, change: CatalogueChange) => {
    const at = new Date(ctx.clock.real().getTime() - DAY_MS);
    const yesterday = await tx.one(versionAt, { project, at });
    const former = await textsOf(tx, project, yesterday.number);
    return whySecond(ctx, change, pricesIn(former.get(PRODUCTS) ?? 'products: []'));
  },
});

/** Every price, so that the plan's hash covers what is published. */
function effectsOf({ prices, others }: CatalogueChange): readonly string[] {
  return [
    ...prices.map(priceInWords),
    ...others,
    `${FOLLOWS} Orders that were placed keep their price.`,
  ];
}

function priceInWords({ productId, currency, before, after }: PriceChange): string {
  const sum = (minor: number | null) =>
    minor === null ? 'not sold' : sumInWords({ minor, currency });
  const said = `${productId} in ${currency}: ${sum(before)} → ${sum(after)}`;
  if (before === null || after === null || before === 0) return `${said}.`;
  const percent = ((after - before) * 100) / before;
  return `${said} (${percent > 0 ? '+' : '−'}${Math.abs(percent).toFixed(1)} %).`;
}

/** Small steps of one day count together: a price is also compared with that of a day ago. */
function whySecond(
  { config }: Pick<Ctx, 'config'>,
  { prices, others }: CatalogueChange,
  former: ReadonlyMap<string, ReadonlyMap<string, number>>,
): string | null {
  const { pricePercent } = config.consoleLimits;
  if (others.length > 0) return 'It changes more than prices.';
  const isSmall = (before: number | null, after: number | null) =>
    before !== null && after !== null && Math.abs(after - before) * 100 <= before * pricePercent;
  const large = prices.find(({ productId, currency, before, after }) => {
    const dayAgo = former.get(productId)?.get(currency) ?? before;
    return !isSmall(before, after) || !isSmall(dayAgo, after);
  });
  if (large === undefined) return null;
  return `The price of ${large.productId} in ${large.currency} changes by more than ${pricePercent} % within a day.`;
}
