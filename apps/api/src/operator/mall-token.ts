import { isSoldFrom } from '../domain/catalog/event-goods.ts';
import {
  LONGEST_TOKEN_MS,
  MAX_GOODS,
  readMallToken,
  signMallToken,
  type MallClaims,
} from '../domain/mall/mall-token.ts';
import type { CatalogueProject } from '../catalogue-import/read-catalogue.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand, readCount, readOptions } from './command-line.ts';
import { readSignedCharacter, requireOption } from './inputs.ts';

const EXAMPLE =
  'npm run mall-token -- --project miniflix --server 112 --cid 123456 --product gems-60:2';

/**
 * Signs an order like a game's own server (docs/mall.md) and prints the address that its player opens:
 *
 *     npm run mall-token -- --project miniflix --server 112 --cid 123456 --product gems-60:2
 *
 * Also: --product again for more goods, up to 20, --ref (the game's own number; a new one by default), --minutes (60),
 * --key-file (the game's key; by default the environment's, which is the sandbox's), --shop (its address).
 */
await runCommand(async () => {
  const given = readOptions(
    ['project', 'server', 'cid', 'minutes', 'ref', 'key-file', 'shop'],
    ['product'],
  );
  const minutes = readCount('minutes', given.minutes, 60, LONGEST_TOKEN_MS / 60_000);
  const { project, server, cid, ref, key, shop } = await readSignedCharacter(given, EXAMPLE);
  const iat = Date.now();
  const token = signMallToken(key, {
    v: 1,
    website_code: project.code,
    server_id: server,
    cid,
    products: readProducts(project, given.product),
    ref,
    iat,
    exp: iat + minutes * 60_000,
  });
  if (readMallToken(key, token, iat) === null) {
    throw new StartError('The shop would not take this token: look at docs/mall.md.');
  }
  console.log(`${shop}/mallCheckout?token=${token}`);
});

function readProducts(project: CatalogueProject, given: readonly string[]): MallClaims['products'] {
  requireOption('product', given[0], EXAMPLE);
  const products = given.map((text) => readProduct(project, text));
  const ids = products.map((each) => each.product_id);
  const twice = ids.find((id, n) => ids.indexOf(id) !== n);
  if (twice !== undefined) throw new StartError(`--product names ${twice} twice: give its count.`);
  if (ids.length <= MAX_GOODS) return products;
  throw new StartError(
    `--product is given ${ids.length} times: an order has up to ${MAX_GOODS} goods.`,
  );
}

/** Reads `gems-60` or `gems-60:2`, of the goods sold outside events. */
function readProduct(project: CatalogueProject, text: string): MallClaims['products'][number] {
  const [product_id = '', count = '1', ...rest] = text.split(':');
  if (rest.length > 0 || !/^[1-9][0-9]{0,3}$/.test(count)) {
    throw new StartError(`--product is "${text}", not a good and its count like gems-60:2.`);
  }
  const sold = project.products
    .filter((each) => each.on_sale && isSoldFrom(each.kind, 'mall'))
    .map((each) => each.product_id);
  if (sold.includes(product_id)) return { product_id, count: Number(count) };
  throw new StartError(
    `--product is "${text}", none of what ${project.code} sells so: ${sold.join(', ')}.`,
  );
}
