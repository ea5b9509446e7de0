import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownPorts } from '../support/started-shop.ts';
import { TEMPLATES } from '../support/templates.ts';
import { blankDatabase } from '../support/test-database.ts';

/** Runs `npm run dev` on a copy of the sources, which these tests change. */

const ROOT = path.join(import.meta.dirname, '../..');
const COPIED = [
  'apps',
  'packages',
  'catalogue',
  'tools',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
];
const BUTTON = 'apps/storefront/src/ui/Button/Button.module.css';
const PAGES = 'apps/api/src/http/pages.ts';

let copy = '';
let url = '';
let stop: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'webpay-dev-'));
  await chmod(copy, 0o755);
  for (const each of COPIED) {
    // Other tests build and use builds: a part, or the note of a user, disappears while it is copied.
    const filter = (file: string): boolean =>
      !/\/(node_modules|test-results|users|[^/]+\.part)$/.test(file);
    await cp(path.join(ROOT, each), path.join(copy, each), { recursive: true, filter });
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  const ports = await ownPorts();
  url = `http://localhost:${ports['PORT']}`;
  const child = spawn(process.execPath, ['tools/dev.ts'], {
    cwd: copy,
    env: {
      PATH: process.env['PATH'],
      ...ports,
      DATA_DIR: path.join(copy, '.data'),
      // start.test.ts has the database that a shop brings along.
      DATABASE_URL: await blankDatabase(TEMPLATES.seeded),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = once(child, 'exit');
  stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  await vi.waitFor(() => expect(output).toContain('Ctrl-C stops all of it.'), 240_000);
});

afterAll(async () => {
  await stop();
  await rm(copy, { recursive: true, force: true });
});

const textAt = async (address: string): Promise<string> => (await fetch(url + address)).text();

async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(path.join(copy, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(path.join(copy, file), text.replace(from, to));
}

test('renders a page from the sources, with its styles and hot reload', async () => {
  const page = await fetch(`${url}/miniflix`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('src="/@vite/client"');
  expect(html).toMatch(/<style data-vite-dev-id="[^"]+\/Button\.module\.css">/);
  expect(html).toMatch(/<div id="root"><\w/);
});

test('sends a changed style to the browser', async () => {
  await textAt(`/${BUTTON.slice('apps/storefront/'.length)}`);
  const client = await textAt('/@vite/client');
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const told: string[] = [];
  socket.addEventListener('message', ({ data }) => told.push(String(data)));
  await expect.poll(() => told.join()).toContain('connected');
  await change(BUTTON, '.button {', '.button {\n  --changed: 1;');
  await expect.poll(() => told.join()).toMatch(/Button\.module\.css|Button\.tsx|full-reload/);
  socket.close();
  expect(await textAt('/miniflix')).toContain('--changed: 1');
});

test('starts the server again when its sources change', async () => {
  expect(await textAt('/robots.txt')).toContain('User-agent: *');
  await change(PAGES, 'User-agent: *', 'User-agent: changed');
  await expect.poll(() => textAt('/robots.txt').catch(() => '')).toContain('User-agent: changed');
});

test('shows the component kit in the theme of a project', async () => {
  const kit = await textAt('/kit?theme=dr2');
  expect(kit).toContain('data-mode="dark"');
  expect(kit).toContain('kit-page.tsx');
});
