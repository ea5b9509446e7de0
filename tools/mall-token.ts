import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gameGateway } from '../apps/api/src/config-gateways.ts';
import { readConfig } from '../apps/api/src/config.ts';
import {
  readMallToken,
  signMallToken,
  type MallClaims,
} from '../apps/api/src/domain/mall/mall-token.ts';
import { readCatalogue } from '../apps/api/src/domain/projects/read-catalogue.ts';
import { StartError } from '../apps/api/src/start-error.ts';
import { tellAndExit } from './tell.ts';

/**
 * Signs an order as a game's own server would (docs/mall.md) and prints the address its player opens:
 *
 *     npm run mall-token -- --project miniflix --server 112 --cid 123456 --product gems-60:2
 *
 * Also: --product again for more goods, --ref (the game's own number; a new one by default), --minutes (60),
 * --key-file (the game's key; by default the environment's, which is the sandbox's), --shop (its address).
 */
try {
  console.log(await address());
} catch (error) {
  tellAndExit(error);
}

async function address(): Promise<string> {
  const options = readOptions();
  const config = readConfig(process.env);
  const projects = await readCatalogue(config.catalogueDir);
  const project = projects.find((each) => each.code === options.project);
  if (project === undefined) {
    const codes = projects.map((each) => each.code).join(', ');
    throw new StartError(`--project is "${options.project}", none of ${codes}.`);
  }
  const key =
    options.keyFile === undefined
      ? gameGateway(config.games, project.game_id)?.key
      : readKey(options.keyFile);
  if (key === undefined) {
    throw new StartError(`GAMES_FILE has no key of game ${project.game_id}: give --key-file.`);
  }
  const iat = Date.now();
  const token = signMallToken(key, {
    v: 1,
    website_code: project.code,
    server_id: options.server,
    cid: options.cid,
    products: options.products,
    ref: options.ref,
    iat,
    exp: iat + options.minutes * 60_000,
  });
  if (readMallToken(key, token, iat) === null) {
    throw new StartError(
      'The shop would not take this token: look at --server, --cid, --product and --ref in docs/mall.md.',
    );
  }
  return `${options.shop ?? config.publicUrl}/mallCheckout?token=${token}`;
}

function readOptions() {
  const { values } = parseArgsOrTell();
  const minutes = Number(values.minutes ?? '60');
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 7 * 24 * 60) {
    throw new StartError('--minutes must be a whole number from 1 to 10080, a week.');
  }
  return {
    project: needed('project', values.project),
    server: needed('server', values.server),
    cid: needed('cid', values.cid),
    products: (values.product ?? [needed('product', undefined)]).map(readProduct),
    ref: values.ref ?? randomUUID(),
    minutes,
    keyFile: values['key-file'],
    shop: values.shop?.replace(/\/+$/, ''),
  };
}

function parseArgsOrTell() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      options: {
        project: text,
        server: text,
        cid: text,
        product: { type: 'string', multiple: true },
        ref: text,
        minutes: text,
        'key-file': text,
        shop: text,
      },
    });
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}

function needed(name: string, value: string | undefined): string {
  if (value === undefined || value === '') {
    throw new StartError(
      `--${name} is missing: npm run mall-token -- --project miniflix --server 112 --cid 123456 --product gems-60:2`,
    );
  }
  return value;
}

/** `gems-60` or `gems-60:2`. */
function readProduct(text: string): MallClaims['products'][number] {
  const [product_id = '', count = '1', ...rest] = text.split(':');
  if (rest.length > 0 || !/^[1-9][0-9]{0,3}$/.test(count)) {
    throw new StartError(`--product is "${text}", not a good and its count like gems-60:2.`);
  }
  return { product_id, count: Number(count) };
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartError(`--key-file ${file} cannot be read.`);
  }
}
