import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gameGateway } from '../apps/api/src/config-gateways.ts';
import { readConfig } from '../apps/api/src/config.ts';
import { LONGEST_LINK_MS, readLink, signLink } from '../apps/api/src/domain/links/access-link.ts';
import { cidOf } from '../apps/api/src/domain/players/look-up-role.ts';
import {
  readCatalogue,
  type CatalogueProject,
} from '../apps/api/src/domain/projects/read-catalogue.ts';
import { StartError } from '../apps/api/src/start-error.ts';
import { readOptions } from './options.ts';
import { tellAndExit } from './tell.ts';

/**
 * Signs a link that opens the shop as one character, once (docs/access-link.md), and prints its address:
 *
 *     npm run access-link -- --project miniflix --server 112 --cid 123456
 *
 * Also: --minutes (10, up to 60), --ref (the link's own number; a new one by default), --key-file (the game's key; by
 * default the environment's, which is the sandbox's), --shop (its address).
 */
try {
  console.log(await address());
} catch (error) {
  tellAndExit(error);
}

async function address(): Promise<string> {
  const given = readOptions(['project', 'server', 'cid', 'minutes', 'ref', 'key-file', 'shop']);
  const lifeMs = readMinutes(given.minutes ?? '10');
  const config = readConfig(process.env);
  const projects = await readCatalogue(config.catalogueDir);
  const code = needed('project', given.project);
  const project = projects.find((each) => each.code === code);
  if (project === undefined) {
    const codes = projects.map((each) => each.code).join(', ');
    throw new StartError(`--project is "${code}", none of ${codes}.`);
  }
  const server = needed('server', given.server);
  const servers = project.servers.map((each) => each.server_id);
  if (!servers.includes(server)) {
    throw new StartError(
      `--server is "${server}", none of ${project.code}'s: ${servers.join(', ')}.`,
    );
  }
  const cid = readCid(project, needed('cid', given.cid));
  const ref = given.ref ?? randomUUID();
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(ref)) {
    throw new StartError(
      `--ref is "${ref}", not 1 to 64 of A to Z, a to z, 0 to 9, ".", "_" and "-".`,
    );
  }
  const shop = given.shop === undefined ? config.publicUrl : readShop(given.shop);
  const file = given['key-file'];
  const key = file === undefined ? gameGateway(config.games, project.game_id)?.key : readKey(file);
  if (key === undefined) {
    throw new StartError(`GAMES_FILE has no key of game ${project.game_id}: give --key-file.`);
  }
  const iat = Date.now();
  const link = signLink(key, {
    v: 1,
    use: 'link',
    website_code: project.code,
    server_id: server,
    cid,
    ref,
    iat,
    exp: iat + lifeMs,
  });
  if (readLink(key, link, iat) === null) {
    throw new StartError('The shop would not take this link: look at docs/access-link.md.');
  }
  return `${shop}/${project.code}#link=${link}`;
}

/** As the shop takes what a player enters. */
function readCid(project: CatalogueProject, given: string): string {
  const { cid_pattern } = project.data;
  const cid = cidOf(project.data, given);
  if (new RegExp(cid_pattern).test(cid)) return cid;
  throw new StartError(
    `--cid is "${given}", no ID of ${project.code}: its form is ${cid_pattern}.`,
  );
}

function readShop(text: string): string {
  const isAddress = /^https?:\/\/[^\s?#]+$/i.test(text) && URL.canParse(text);
  if (isAddress) return text.replace(/\/+$/, '');
  throw new StartError(`--shop is "${text}", not an address like https://shop.example.`);
}

function readMinutes(text: string): number {
  const minutes = Number(text);
  const most = LONGEST_LINK_MS / 60_000;
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= most) return minutes * 60_000;
  throw new StartError(`--minutes must be a whole number from 1 to ${most}.`);
}

function needed(name: string, value: string | undefined): string {
  if (value !== undefined && value !== '') return value;
  throw new StartError(
    `--${name} is missing: npm run access-link -- --project miniflix --server 112 --cid 123456`,
  );
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartError(`--key-file ${file} cannot be read.`);
  }
}
