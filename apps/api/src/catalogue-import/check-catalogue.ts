import { toMinor } from '@webpay/contract/money';
import type * as v from 'valibot';
import { cartLimitsOf } from '../domain/catalog/cart-limits.ts';
import { orderUsdLimitOf } from '../domain/catalog/sum-limits.ts';
import { CatalogueError, type CatalogueMistake } from '../domain/projects/catalogue-files.ts';
import type {
  product,
  productsFile,
  projectFile,
  regionsFile,
} from '../domain/projects/catalogue-shape.ts';

/** Consistency rules of one project; each throws CatalogueError naming file and field. */

type ProjectFile = v.InferOutput<typeof projectFile>;

export function checkProject(folder: string, project: ProjectFile): void {
  const file = `${folder}/project.yaml`;
  if (project.code !== folder) refuse(file, 'code', `${project.code} is not the folder's name`);
  unique(file, 'countries', project.countries, (each) => each.country);
  unique(file, 'langs', project.langs, (lang) => lang);
  if (!project.langs.includes(project.lang_default)) {
    refuse(file, 'lang_default', `${project.lang_default} is not among langs`);
  }
  if (!project.countries.some((each) => each.country === project.country_default)) {
    refuse(file, 'country_default', `${project.country_default} is not among countries`);
  }
  checkSumLimits(file, project);
}

/** Requires rising limits: an order limit below the cart's would refuse, on the payment page, a cart that was allowed. */
function checkSumLimits(file: string, project: ProjectFile): void {
  const { cartUsdLimit } = cartLimitsOf(project);
  const order = orderUsdLimitOf(project);
  const { day_usd_limit: day, first_day_usd_limit: firstDay } = project;
  if (order < cartUsdLimit) {
    refuse(file, 'order_usd_limit', `${order} is below the cart's limit of ${cartUsdLimit}`);
  }
  if (day !== undefined && day < order) {
    refuse(file, 'day_usd_limit', `${day} is below the order's limit of ${order}`);
  }
  if (day !== undefined && firstDay !== undefined && firstDay > day) {
    refuse(file, 'first_day_usd_limit', `${firstDay} is above the day's limit of ${day}`);
  }
}

export function checkRegions(folder: string, { regions }: v.InferOutput<typeof regionsFile>): void {
  const file = `${folder}/regions.yaml`;
  unique(file, 'regions', regions, (region) => region.pr_id);
  const servers = regions.flatMap((region) => region.servers);
  unique(file, 'servers', servers, (server) => server.server_id);
}

export function checkProducts(
  folder: string,
  { categories, items, products, in_game_source: source }: v.InferOutput<typeof productsFile>,
  { countries }: ProjectFile,
): void {
  const file = `${folder}/products.yaml`;
  unique(file, 'categories', categories, (category) => category.id);
  unique(file, 'items', items, (item) => item.item_id);
  unique(file, 'products', products, (product) => product.product_id);
  // Cart limits are counted in US dollars for every currency (V05).
  const currencies = new Set(['USD', ...countries.map((each) => each.currency)]);
  for (const product of products) {
    const at = product.product_id;
    if (!categories.some(({ id }) => id === product.category)) {
      refuse(file, `${at}.category`, `there is no category ${product.category}`);
    }
    const given = product.bonus === null ? product.contents : [...product.contents, product.bonus];
    for (const { item_id } of given) {
      if (items.some((item) => item.item_id === item_id)) continue;
      refuse(file, `${at}.contents`, `there is no item ${item_id}`);
    }
    // A card adds its boost to the bonus of a top-up (F10).
    const isOther = product.bonus?.item_id !== product.contents[0]?.item_id;
    if (product.kind === 'topup' && product.bonus !== null && isOther) {
      refuse(file, `${at}.bonus`, 'is not of what the top-up holds');
    }
    checkInGame(file, product, source !== undefined);
    if (product.first_double === true && product.kind !== 'topup' && product.kind !== 'pack') {
      refuse(file, `${at}.first_double`, 'is for top-ups and packs only');
    }
    checkPrices(folder, at, product.prices, currencies);
  }
}

/** A comparison is attested and never makes the shop look worse. Other kinds have no single count to compare. */
function checkInGame(
  file: string,
  { product_id, kind, contents, bonus, in_game }: v.InferOutput<typeof product>,
  isAttested: boolean,
): void {
  if (in_game === undefined) return;
  if (!isAttested) refuse(file, 'in_game_source', `is missing, and ${product_id} has in_game`);
  const field = `${product_id}.in_game`;
  const [main] = contents;
  if (kind !== 'topup' || main === undefined) refuse(file, field, 'is for top-ups only');
  const given = main.count + (bonus?.count ?? 0);
  if (in_game > given) refuse(file, field, `${in_game} is above the ${given} that it gives here`);
}

function checkPrices(
  folder: string,
  productId: string,
  prices: Readonly<Record<string, string>>,
  currencies: ReadonlySet<string>,
): void {
  const file = `${folder}/products.yaml`;
  const countries = { file: `${folder}/project.yaml`, field: 'countries' };
  for (const currency of currencies) {
    if (prices[currency] !== undefined) continue;
    const or = currency === 'USD' ? {} : { or: { ...countries, value: currency } };
    refuse(file, `${productId}.prices`, `${currency} is missing`, or);
  }
  for (const [currency, amount] of Object.entries(prices)) {
    const field = `${productId}.prices.${currency}`;
    if (!currencies.has(currency)) {
      refuse(file, field, 'no country of the project pays in it', { or: countries });
    }
    if (minorOf(file, field, amount, currency) === 0) refuse(file, field, 'is nothing');
  }
}

function minorOf(file: string, field: string, amount: string, currency: string): number {
  try {
    return toMinor({ amount, currency });
  } catch (error) {
    return refuse(file, field, error instanceof Error ? error.message : String(error));
  }
}

/** Consistency rules between projects. */
export function checkProjects(
  projects: readonly { code: string; game_id: string; order: number }[],
) {
  for (const field of ['game_id', 'order'] as const) {
    for (const [index, { code, [field]: value }] of projects.entries()) {
      const other = projects.slice(0, index).find((each) => each[field] === value);
      if (other === undefined) continue;
      // Either file may be the wrong one: usually it is the newer, but no file shows its age.
      const or = { file: `${other.code}/project.yaml`, field };
      refuse(`${code}/project.yaml`, field, `${value} is ${other.code}'s too`, { or });
    }
  }
}

export function unique<T>(
  file: string,
  field: string,
  list: readonly T[],
  key: (each: T) => string,
) {
  const keys = list.map(key);
  const repeated = keys.find((each, index) => keys.indexOf(each) !== index);
  if (repeated !== undefined) {
    refuse(file, field, `${repeated} stands there twice`, { value: repeated });
  }
}

export function refuse(
  file: string,
  field: string,
  why: string,
  more: Pick<CatalogueMistake, 'or' | 'value'> = {},
): never {
  throw new CatalogueError({ file, field, why, ...more });
}
