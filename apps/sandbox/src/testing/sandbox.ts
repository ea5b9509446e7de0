import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import { openShop, type AckRule } from './shop.ts';
import { openWallet } from './wallet.ts';

/** A sandbox beside a shop until the tests of the file have ended. */
export async function sandboxOfFile() {
  const opened = await openShopAndSandbox();
  afterAll(opened.close);
  return { ...opened, wallet: await openWallet(opened.sandbox, opened.shop) };
}

export async function openShopAndSandbox(ack?: AckRule, timeScale = 1_000) {
  const { dataDir, catalogueDir, remove } = makeFolders();
  const shop = await openShop(ack);
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    catalogueDir,
    shopUrl: shop.url,
    timeScale,
  });
  return {
    shop,
    sandbox,
    close: async () => {
      await sandbox.stop();
      await shop.stop();
      remove();
    },
  };
}

const REGIONS = `regions:
  - pr_id: eu
    name: { en: Europe }
    servers:
      - { server_id: s1, name: { en: Dawn }, state: open }
      - { server_id: s2, name: Dusk, state: maintenance }
`;

export function makeFolders() {
  const root = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const catalogueDir = join(root, 'catalogue');
  const write = (code: string, project: string): void => {
    mkdirSync(join(catalogueDir, code), { recursive: true });
    writeFileSync(join(catalogueDir, code, 'project.yaml'), project);
    writeFileSync(join(catalogueDir, code, 'regions.yaml'), REGIONS);
  };
  write('miniflix', 'code: miniflix\norder: 1\ngame_id: 20\nname: { en: Miniflix }\n');
  write(
    'poi_mbo',
    "code: poi_mbo\norder: 2\ngame_id: '10'\ncid_upper: true\ngame: { channelid: isles, vc: '3' }\n",
  );
  return {
    dataDir: join(root, 'data'),
    catalogueDir,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export type Folders = ReturnType<typeof makeFolders>;
