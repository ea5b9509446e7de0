import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  openSandboxEnvironment,
  ROOT,
  type SandboxEnvironment,
} from '../gateways/testing/sandbox-environment.ts';
import { createGames } from './http-game.ts';

let world: SandboxEnvironment;

beforeAll(async () => {
  world = await openSandboxEnvironment();
});

afterAll(() => world.stop());

const projectShape = v.object({
  game_id: v.string(),
  game: v.object({ channelid: v.string(), vc: v.string() }),
});
const regionsShape = v.object({
  regions: v.array(v.object({ servers: v.array(v.object({ server_id: v.string() })) })),
});

function catalogueFile(name: string): unknown {
  return parse(readFileSync(path.join(ROOT, 'catalogue/miniflix', name), 'utf8'));
}

describe('a game in the sandbox', () => {
  it('[C15] finds a character and takes its mail', async () => {
    const project = v.parse(projectShape, catalogueFile('project.yaml'));
    const game = { gameId: project.game_id, ...project.game };
    const games = createGames({
      addressOf: (id) => ({ address: `${world.url}/game/${id}`, key: `game-key-${id}` }),
    });
    const [region] = v.parse(regionsShape, catalogueFile('regions.yaml')).regions;
    const serverId = region?.servers[0]?.server_id ?? '';
    const found = await games.findRole(game, { serverId, cid: '123456' });
    expect(found).toMatchObject({ kind: 'found' });
    expect(await games.findRole(game, { serverId, cid: '123450' })).toEqual({ kind: 'none' });
    const mail = {
      serverId,
      cid: '123456',
      key: 'delivery:gateways-sandbox-1',
      title: 'Your 980 Gems',
      body: 'Thank you – 谢谢!',
      items: [{ item_id: 'gems', name: '980 Gems', count: 980 }],
      purchase: {
        order_id: 'o1',
        order_no: 'WP-2222-2222-2',
        products: [{ product_id: 'gems-980', count: 1 }],
        price: { amount: '14.99', currency: 'USD' },
        paid_at: 1_795_000_000_000,
        test: true,
      },
    };
    const sent = await games.sendMail(game, mail);
    expect(sent.kind).toBe('sent');
    expect(await games.sendMail(game, mail)).toEqual(sent);
    const box = await fetch(
      `${world.url}/mail?game_id=${game.gameId}&server_id=${serverId}&cid=123456`,
    );
    expect(await box.json()).toMatchObject({ mails: [{ purchase: mail.purchase }] });
  });
});
