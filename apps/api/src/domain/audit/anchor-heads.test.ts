import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { configFolder, problemsOf } from '../../../../../tests/support/config-files.ts';
import { readConfig } from '../../config/config.ts';
import { secretsOf } from '../../config/secrets.ts';
import { createClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/logging/log.ts';
import { createMetrics } from '../../platform/monitoring/metrics.ts';
import { anchorHeads } from './anchor-heads.ts';
import { appendLine } from './heads-file.ts';
import { lastAnswer } from './heads-state.ts';

const { folder, fileWith } = configFolder();
const runs = new AbortController().signal;
const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
const AUDIT_KEY_FILE = fileWith('audit.pem', key.toString());
let files = 0;

/** An address that answers with the next of `answers`, then 204, and a worker with a file of heads. */
async function anchored(...answers: number[]) {
  files += 1;
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(`${request.method} ${request.headers['content-type']} ${body}`);
      response.writeHead(answers.shift() ?? 204, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  // Verified edge: a server that listens on a port has one.
  const { port } = server.address() as AddressInfo;
  const file = path.join(folder, `heads-${files}`);
  const AUDIT_ANCHOR_URL = `http://127.0.0.1:${port}/heads/of-the-shop`;
  const config = readConfig({ AUDIT_KEY_FILE, AUDIT_HEADS_FILE: file, AUDIT_ANCHOR_URL });
  const metrics = createMetrics();
  const log = createLog('test', { file: path.join(folder, `log-${files}`) }, () => undefined);
  const ctx = { config, metrics, log, clock: createClock() };
  const alerts = async () => (await metrics.alerts.get()).values.map(({ labels }) => labels.kind);
  const taken = () => readFileSync(`${file}.anchored`, 'utf8');
  const answer = () => lastAnswer(file);
  const host = `127.0.0.1:${port}`;
  return { file, config, bodies, alerts, taken, answer, host, run: () => anchorHeads(ctx, runs) };
}

const line = (seq: number) => JSON.stringify({ seq, hash: 'h' });
const posted = (seq: number) => `POST application/json ${line(seq)}`;

test('each line is posted once, in its order, also by a worker that begins later', async () => {
  const { file, run, bodies, alerts } = await anchored();
  await run();
  expect(bodies).toEqual([]);
  appendLine(file, line(1));
  appendLine(file, line(2));
  await run();
  await run();
  appendLine(file, line(3));
  await run();
  expect(bodies).toEqual([posted(1), posted(2), posted(3)]);
  expect(await alerts()).toEqual([]);
});

test.each([500, 404, 302])(
  'a line answered %i stays, alerts once, and goes again',
  async (status) => {
    const { file, run, bodies, alerts, answer, host } = await anchored(204, status, status);
    for (const seq of [1, 2, 3]) appendLine(file, line(seq));
    await run();
    await run();
    expect(bodies).toEqual([posted(1), posted(2), posted(2)]);
    expect(await alerts()).toEqual(['audit_head_unanchored']);
    // The console shows the answer: the host alone, because the path may be a secret.
    expect(answer()).toMatchObject({ host, is_taken: false, said: `answered ${status}` });
    await run();
    expect(bodies.slice(3)).toEqual([posted(2), posted(3)]);
    expect(answer()).toMatchObject({ is_taken: true, said: 'took the line' });
  },
);

test('a run posts a day at most; a cut line, a line under way and a lost place harm no other', async () => {
  const { file, run, bodies, taken } = await anchored();
  for (let seq = 1; seq <= 30; seq += 1) appendLine(file, line(seq));
  await run();
  expect(bodies).toHaveLength(24);
  writeFileSync(file, '{"seq":31,\n{"seq":32', { flag: 'a' });
  await run();
  expect(bodies).toHaveLength(30);
  appendLine(file, line(33));
  await run();
  expect(bodies.at(-1)).toBe(posted(33));
  // Other files in its place: a longer one whose lines end elsewhere, and a shorter one.
  const longer = Array.from({ length: 60 }, (_, n) => `${line(100_000 + n)}\n`);
  writeFileSync(file, longer.join(''));
  await run();
  expect(bodies.slice(31)).toEqual(longer.slice(0, 24).map((_, n) => posted(100_000 + n)));
  writeFileSync(file, `${line(40)}\n`);
  await run();
  writeFileSync(`${file}.anchored`, 'x');
  await run();
  expect(bodies.slice(-2)).toEqual([posted(40), posted(40)]);
  expect(taken()).toBe(`${line(40).length + 1}\n`);
});

test('a file without an end of a line alerts, and is not read as a whole', async () => {
  const { file, run, bodies, alerts } = await anchored();
  writeFileSync(file, 'x'.repeat(200_000));
  await run();
  expect(bodies).toEqual([]);
  expect(await alerts()).toEqual(['audit_head_unanchored']);
});

test('the address is https in production, needs the key, and no log shows its path', async () => {
  const { config } = await anchored();
  expect(secretsOf(config)).toContain(config.auditHeads?.anchorUrl);
  const near = { AUDIT_KEY_FILE, AUDIT_HEADS_FILE: path.join(folder, 'h') };
  const AUDIT_ANCHOR_URL = 'http://anchor.example/secret';
  const problems = (given: Record<string, string>) =>
    problemsOf(given).filter((each) => each.startsWith('AUDIT_'));
  expect(problems({ AUDIT_ANCHOR_URL })).toEqual([
    'AUDIT_ANCHOR_URL is given without AUDIT_KEY_FILE',
  ]);
  expect(problems({ ...near, AUDIT_ANCHOR_URL })[0]).toMatch(/^\S+ is http:\/\/anchor\.example,/);
  expect(problems({ ...near, AUDIT_ANCHOR_URL: 'anchor.example/secret' })).toEqual([
    'AUDIT_ANCHOR_URL is not an address like https://anchor.example/heads',
  ]);
  expect(problems({ ...near, AUDIT_ANCHOR_URL, WEBPAY_MODE: 'production' })).toEqual([
    'AUDIT_ANCHOR_URL is http://anchor.example: production needs https',
  ]);
});
