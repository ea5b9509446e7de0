import type { ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import { CatalogueError } from '../projects/catalogue-files.ts';
import { PriceNotWritable, pricesIn, writePrices } from '../projects/edit-prices.ts';
import { bumpCatalogueVersion, lockCatalogue } from '../projects/queries.ts';
import { versionAt, type Version } from '../projects/version-queries.ts';
import {
  addVersion,
  liveVersion,
  textsOf,
  type CatalogueChange,
  type PriceChange,
  type Texts,
} from '../projects/versions.ts';
import type { Acts, ActRefused, By, Finish, Subject } from './act.ts';
import { findProject } from './service-acts.ts';
import { sumInWords } from './words.ts';

const PRODUCTS = 'products.yaml';
const DAY_MS = 86_400_000;
/** Lines of other changes that a plan shows; more are refused. */
const MOST_OTHERS = 200;

const DONE = { kind: 'done' } as const;
const refused = (why: string, said?: string): ActRefused => ({
  kind: 'refused',
  why,
  ...(said === undefined ? {} : { said }),
});

/** Steps that publish a version of a catalogue. */
export const CATALOGUE_ACTS: Acts<'change_prices' | 'roll_back_catalogue'> = {
  change_prices: { find, run: changePrices },
  roll_back_catalogue: { find, run: rollBack },
};

async function find(ctx: Ctx, { project }: { readonly project: string }): Promise<Subject | null> {
  const subject = project === 'all' ? null : await findProject(ctx, { project });
  return subject && { ...subject, path: `/shop/${project}` };
}

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
  return publish(ctx, { project, live, texts: edited, restores: null, because, title }, finish, by);
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
  return publish(ctx, { project, live, texts, restores: version, because, title }, finish, by);
}

function moved(live: Version | null): ActRefused {
  if (live === null) return refused('no_version');
  const { number, by_name: who, made_at: at, because } = live;
  const why = because === '' ? '' : ` ${because}`;
  const time = at.toISOString().slice(0, 16).replace('T', ' ');
  return refused('catalogue_moved', `Version ${number} by ${who}, ${time} UTC.${why}`);
}

type Wanted = {
  readonly project: string;
  readonly live: Version;
  readonly texts: Texts;
  readonly restores: number | null;
  readonly because: string;
  readonly title: string;
};

/** Publishes files in one transaction: rows, version and audit entry. Of two, the second finds that the live version moved. */
async function publish(
  ctx: Ctx,
  { project, live: seen, texts, restores, because, title }: Wanted,
  finish: Finish,
  by: By,
): Promise<typeof DONE | ActRefused> {
  let apply: Awaited<ReturnType<Ctx['readForPublish']>>;
  try {
    apply = await ctx.readForPublish(project, texts);
  } catch (error) {
    if (error instanceof CatalogueError) return refused('catalogue_mistake', error.message);
    throw error;
  }
  return ctx.db.transaction(async (tx) => {
    await tx.one(lockCatalogue);
    const live = await liveVersion(tx, project);
    if (live?.number !== seen.number) return moved(live);
    const change = await apply(tx);
    // No row was written, so the transaction may end as it is.
    if (change.count === 0) return refused('nothing_changes');
    if (change.others.length > MOST_OTHERS) throw new Error('more changes than a plan shows');
    const now = ctx.clock.real();
    const number = await addVersion(tx, live, {
      project,
      texts,
      source: restores === null ? 'publish' : 'rollback',
      restores,
      now,
      byId: by.id,
      byName: by.name,
      because,
    });
    await tx.run(bumpCatalogueVersion);
    const yesterday = await tx.one(versionAt, { project, at: new Date(now.getTime() - DAY_MS) });
    const former = await textsOf(tx, project, yesterday.number);
    await finish(tx, {
      title,
      effects: effectsOf(change),
      amount: null,
      worth: null,
      secondPerson: whySecond(ctx, change, pricesIn(former.get(PRODUCTS) ?? 'products: []')),
      change: { version: number, restores, before: live.number, ...change },
    });
    return DONE;
  });
}

/** Every price, so that the plan's hash covers what is published. */
function effectsOf({ prices, others }: CatalogueChange): readonly string[] {
  return [
    ...prices.map(priceInWords),
    ...others,
    'Every page of the shop follows within a second. Orders that were placed keep their price.',
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

const countOf = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;
