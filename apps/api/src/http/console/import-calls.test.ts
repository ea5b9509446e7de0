import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { person } from '../../domain/actions/testing/steps.ts';
import { importDraft } from '../../domain/actions/import-draft.ts';
import { consoleToken } from '../../../../../tests/support/console-session.ts';
import { liveVersion, textsOf } from '../../domain/projects/versions.ts';
import { consoleApp, sender, type Send } from './testing/console-app.ts';
import { consolePages } from './testing/console-pages.ts';

const dist = consolePages();
const { built, db } = await builtShop(4);
const { ctx } = built;
let app: FastifyInstance;
let send: Send;

beforeAll(async () => {
  app = await consoleApp(ctx, dist);
  send = sender(app);
});
afterAll(() => app.close());

const IMPORTS = '/catalogue/miniflix/imports';
const fill = (bytes: number): string => `# ${'x'.repeat(bytes)}\n`;

it('an import alone may be larger than other requests, up to its own bound', async () => {
  const token = await consoleToken(ctx, 'liveops');
  const post = (path: string, bytes: number) =>
    send(path, {
      method: 'POST',
      token,
      payload: { project: 'miniflix', files: [{ path: 'products.yaml', text: fill(bytes) }] },
    });
  // The session of a link only reads, so a body that was read whole is refused by the domain.
  expect((await post(IMPORTS, 100_000)).json()).not.toMatchObject({ status: 413 });
  expect((await post(IMPORTS, 2_200_000)).statusCode).toBe(413);
  expect((await post('/previews', 100_000)).statusCode).toBe(413);
});

it('files of a version go out as they are, and come in as equal', async () => {
  const live = await liveVersion(db, 'miniflix');
  if (live === null) throw new Error('no version');
  const texts = await textsOf(db, 'miniflix', live.number);
  const token = await consoleToken(ctx, 'auditor');
  const answer = await send('/catalogue/miniflix/files', { token });
  const { files } = answer.json<{ files: { path: string; text: string }[] }>();
  expect(files.length).toBeGreaterThan(5);
  for (const { path, text } of files) expect(texts.get(path)).toBe(text);
  const who = await person(ctx, 'import-calls', ['finance']);
  expect(await importDraft(ctx, who, { project: 'miniflix', files })).toEqual({
    seen: live.number,
    mistakes: [],
    files: [],
    same: files.length,
  });
});
