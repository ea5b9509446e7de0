import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { fieldsOf } from './shape.ts';

export type Server = {
  readonly serverId: string;
  readonly name: string;
  readonly region: string;
  readonly inMaintenance: boolean;
};

export type Game = {
  readonly gameId: string;
  readonly code: string;
  readonly name: string;
  readonly cidUpper: boolean;
  /** Channel id that the shop must use in C15's envelope. */
  readonly channelid: string;
  readonly vc: string;
  readonly servers: ReadonlyMap<string, Server>;
  /** Project of the characters whose id starts with 9. */
  readonly nextGameId: string;
};

export type Catalogue = ReadonlyMap<string, Game>;

type Draft = Omit<Game, 'nextGameId'> & { readonly order: number };

/** Reads the projects: the games know their servers from it. */
export function readCatalogue(folder: string): Catalogue {
  const drafts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readProject(join(folder, entry.name)))
    .filter((draft) => draft !== undefined)
    .sort((a, b) => a.order - b.order);
  if (drafts.length === 0) throw new Error(`no project.yaml below ${folder}`);
  return new Map(
    drafts.map(({ order: _, ...draft }, index) => {
      const next = drafts[(index + 1) % drafts.length] ?? draft;
      return [draft.gameId, { ...draft, nextGameId: next.gameId }];
    }),
  );
}

function readProject(folder: string): Draft | undefined {
  const project = readYaml(join(folder, 'project.yaml'));
  if (!project) return undefined;
  const game = fieldsOf(project['game']);
  const gameId = plain(project['game_id'], '');
  if (gameId === '') throw new Error(`${folder}/project.yaml has no game_id`);
  const code = plain(project['code'], gameId);
  return {
    gameId,
    code,
    name: nameOf(project['name'], code),
    order: Number(project['order'] ?? 0),
    cidUpper: project['cid_upper'] === true,
    channelid: plain(game['channelid'], 'webpay'),
    vc: plain(game['vc'], '1'),
    servers: readServers(readYaml(join(folder, 'regions.yaml')) ?? {}),
  };
}

function readServers(file: ReturnType<typeof fieldsOf>): Map<string, Server> {
  const servers = new Map<string, Server>();
  for (const entry of listOf(file['regions'])) {
    const region = fieldsOf(entry);
    for (const item of listOf(region['servers'])) {
      const server = fieldsOf(item);
      const serverId = plain(server['server_id'], '');
      servers.set(serverId, {
        serverId,
        name: nameOf(server['name'], serverId),
        region: nameOf(region['name'], plain(region['pr_id'], '')),
        inMaintenance: server['state'] === 'maintenance',
      });
    }
  }
  return servers;
}

function readYaml(file: string): ReturnType<typeof fieldsOf> | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  return fieldsOf(parse(text));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** YAML reads an unquoted id as a number; on the wire every id is text. */
function plain(value: unknown, otherwise: string): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}

/** A name is one text, or one per language. */
function nameOf(value: unknown, otherwise: string): string {
  return plain(value, plain(fieldsOf(value)['en'], otherwise));
}
