import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CODES } from '@webpay/contract/codes';
import { gameGateway } from '../config/games.ts';
import { readConfig } from '../config/config.ts';
import { cidOf } from '../domain/players/look-up-role.ts';
import { createCatalogueCache } from '../domain/projects/catalogue-cache.ts';
import { requestText } from '../domain/support/rules.ts';
import { readCatalogue, type CatalogueProject } from '../catalogue-import/read-catalogue.ts';
import { Refusal } from '../errors.ts';
import type { Db } from '../platform/db/pool.ts';
import { StartError } from '../platform/start-error.ts';
import { commandSentenceOf } from '../domain/actions/refusals.ts';

/**
 * Reads an operator's reason (`--because`) by the rules of a player's text: it is stored, printed, and may be shown to the player.
 * @param usage printed when the reason is missing
 * @throws StartError
 */
export function readReason(given: string | undefined, usage: string): string {
  if (given === undefined || given.trim() === '') {
    throw new StartError(`--because "…" is missing. ${usage}`);
  }
  const reason = requestText(given);
  if (reason === null) {
    throw new StartError(
      '--because takes up to 1,000 characters that can be read, a letter or digit among them.',
    );
  }
  return reason;
}

/**
 * Normalises the id of an existing character. An id that does not match the project's form stays as given, because it
 * may be older than the form.
 * @throws StartError for an unknown project
 */
export async function knownCid(db: Db, project: string, given: string): Promise<string> {
  const catalogue = await createCatalogueCache(db);
  const known = catalogue.project(project);
  if (known === null) {
    const codes = catalogue.projects().map(({ code }) => code);
    throw new StartError(`There is no project "${project}", only ${codes.join(', ')}.`);
  }
  const cid = cidOf(known, given);
  return known.cidForm.test(cid) ? cid : given;
}

/**
 * Reads the common options of commands that sign as a game.
 * @param example the whole command, printed when an option is missing
 * @throws StartError for a project, server, id, reference or address that the shop does not know
 */
export async function readSignedCharacter(
  given: Readonly<
    Partial<Record<'project' | 'server' | 'cid' | 'ref' | 'key-file' | 'shop', string>>
  >,
  example: string,
) {
  const config = readConfig(process.env);
  const projects = await readCatalogue(config.catalogueDir);
  const code = requireOption('project', given.project, example);
  const project = projects.find((each) => each.code === code);
  if (project === undefined) {
    const codes = projects.map((each) => each.code).join(', ');
    throw new StartError(`--project is "${code}", none of ${codes}.`);
  }
  const server = requireOption('server', given.server, example);
  const servers = project.servers.map((each) => each.server_id);
  if (!servers.includes(server)) {
    throw new StartError(`--server is "${server}", none of ${code}'s: ${servers.join(', ')}.`);
  }
  const cid = readCid(project, requireOption('cid', given.cid, example));
  const ref = readRef(given.ref ?? randomUUID());
  const shop = given.shop === undefined ? config.publicUrl : readShop(given.shop);
  const file = given['key-file'];
  const key = file === undefined ? gameGateway(config.games, project.game_id)?.key : readKey(file);
  if (key === undefined) {
    throw new StartError(`GAMES_FILE has no key of game ${project.game_id}: give --key-file.`);
  }
  return { project, server, cid, ref, key, shop };
}

/** @throws StartError when a required option is missing */
export function requireOption(name: string, value: string | undefined, example: string): string {
  if (value !== undefined && value !== '') return value;
  throw new StartError(`--${name} is missing: ${example}`);
}

/** Normalises an id like one that a player enters. */
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
  if (isAddress) {
    let end = text.length;
    while (text[end - 1] === '/') end -= 1;
    return text.slice(0, end);
  }
  throw new StartError(`--shop is "${text}", not an address like https://shop.example.`);
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartError(`--key-file ${file} cannot be read.`);
  }
}

/** Runs a decision that asks the game for a character. @throws StartError when the game refuses or is silent */
export async function askingGame<T>(decide: () => Promise<T>): Promise<T> {
  try {
    return await decide();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new StartError(
      error.code === CODES.NO_SUCH_CHARACTER
        ? commandSentenceOf({ why: 'no_such_character' })
        : 'The game does not answer role look-ups now: try again later.',
    );
  }
}
