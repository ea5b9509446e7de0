import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gameGateway } from '../config/gateways.ts';
import { readConfig } from '../config/config.ts';
import { cidOf } from '../domain/players/look-up-role.ts';
import { readCatalogue, type CatalogueProject } from '../catalogue-import/read-catalogue.ts';
import { StartError } from '../platform/start-error.ts';

/** What a game says of its character in whatever it signs, with the key it signs with and the shop it sends the player to. */
export type SignedCharacter = {
  readonly project: CatalogueProject;
  readonly server: string;
  readonly cid: string;
  /** The game's own number of what it signs; a new one by default. */
  readonly ref: string;
  readonly key: string;
  readonly shop: string;
};

/**
 * Reads the options that commands which sign as a game have in common: nothing is signed for what the shop does not know.
 * @param example the whole command, for who left one out
 * @throws StartError with one sentence
 */
export async function readSignedCharacter(
  given: Readonly<
    Partial<Record<'project' | 'server' | 'cid' | 'ref' | 'key-file' | 'shop', string>>
  >,
  example: string,
): Promise<SignedCharacter> {
  const config = readConfig(process.env);
  const projects = await readCatalogue(config.catalogueDir);
  const code = needed('project', given.project, example);
  const project = projects.find((each) => each.code === code);
  if (project === undefined) {
    const codes = projects.map((each) => each.code).join(', ');
    throw new StartError(`--project is "${code}", none of ${codes}.`);
  }
  const server = needed('server', given.server, example);
  const servers = project.servers.map((each) => each.server_id);
  if (!servers.includes(server)) {
    throw new StartError(`--server is "${server}", none of ${code}'s: ${servers.join(', ')}.`);
  }
  const cid = readCid(project, needed('cid', given.cid, example));
  const ref = readRef(given.ref ?? randomUUID());
  const shop = given.shop === undefined ? config.publicUrl : readShop(given.shop);
  const file = given['key-file'];
  const key = file === undefined ? gameGateway(config.games, project.game_id)?.key : readKey(file);
  if (key === undefined) {
    throw new StartError(`GAMES_FILE has no key of game ${project.game_id}: give --key-file.`);
  }
  return { project, server, cid, ref, key, shop };
}

/** @throws StartError where an option that must be there is not */
export function needed(name: string, value: string | undefined, example: string): string {
  if (value !== undefined && value !== '') return value;
  throw new StartError(`--${name} is missing: ${example}`);
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

function readRef(text: string): string {
  if (/^[A-Za-z0-9._-]{1,64}$/.test(text)) return text;
  throw new StartError(
    `--ref is "${text}", not 1 to 64 of A to Z, a to z, 0 to 9, ".", "_" and "-".`,
  );
}

function readShop(text: string): string {
  const isAddress = /^https?:\/\/[^\s?#]+$/i.test(text) && URL.canParse(text);
  if (isAddress) return text.replace(/\/+$/, '');
  throw new StartError(`--shop is "${text}", not an address like https://shop.example.`);
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartError(`--key-file ${file} cannot be read.`);
  }
}
