import { CODES } from '@webpay/contract/codes';
import type { ActionOf } from '@webpay/contract/console/actions';
import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildStorefront, isBuilt } from '../../../../../tools/storefront-build.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { createClock } from '../../platform/clock.ts';
import { DEFAULT_SIGN_SECRET } from '../../config/config.ts';
import type { Ctx } from '../../context.ts';
import { listPreviews, makePreview, revokePreview } from '../../domain/actions/preview-links.ts';
import { doStep, person } from '../../domain/actions/testing/steps.ts';
import { listAudit } from '../../domain/audit/list-audit.ts';
import { liveVersion } from '../../domain/projects/versions.ts';
import { createApp } from '../app.ts';
import { registerPreviews } from './preview.ts';

if (!isBuilt()) await buildStorefront(console.error);
const { built, db } = await builtShop(10);
const clock = createClock();
const project = 'miniflix';
const ROLE = { pr_id: 'any', server_id: 'any', cid: '12345678' } as const;
const HOUR_MS = 3_600_000;
const READING = new Set(
  `configs regions servers role productLists productShelf productPrices payChannels cartGet
  userOrders resolutionList activityList bargainInfo cumulationInfo cardInfo`.split(/\s+/),
);

let ctx: Ctx = { ...built.ctx, clock };
const app = createApp(ctx);
const liveops = await person(ctx, 'preview-liveops', ['liveops']);
const other = await person(ctx, 'preview-other', ['liveops'], { projects: ['poi_mbo'] });

beforeAll(async () => {
  await registerPreviews(app, ctx, 'http://preview.test');
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  ctx = { ...ctx, config: { ...ctx.config, previewUrl: address } };
});
afterAll(() => {
  // Bodies that no test read would keep their connections busy.
  app.server.closeAllConnections();
  return app.close();
});

const seen = async () => (await liveVersion(db, project))?.number ?? -1;
const prices = async (): Promise<ActionOf<'change_prices'>> => ({
  kind: 'change_prices',
  project,
  seen: await seen(),
  cells: [
    { product_id: 'gems-60', currency: 'USD', minor: 1_234 },
    { product_id: 'gems-60', currency: 'JPY', minor: 1_500 },
  ],
  because: 'a look',
});
type Asked = Parameters<typeof makePreview>[2];
const asked = async (input: Asked) => {
  const made = await makePreview(ctx, liveops, input);
  if ('refused' in made) throw new Error(made.refused.detail);
  return made;
};
const made = async (action: Asked['action']) => asked({ action });
const revoke = async (id: string) => revokePreview(ctx, liveops, { id });
const codeOf = (outcome: object) =>
  'refused' in outcome ? (outcome.refused as { code: string }).code : 'done';
/** A page's calls: those of a logged-in one have the token that `role` gives. */
function clientOf(address: string, websiteCode = project, gameId = '20', lang = 'en'): StoreClient {
  const client = createStoreClient({
    baseUrl: address.slice(0, address.lastIndexOf('/')),
    secret: DEFAULT_SIGN_SECRET,
    gameId,
    websiteCode,
    lang,
    now: clock.nowMs,
  });
  client.useToken('preview');
  return client;
}
const goodIn = async (client: StoreClient, country = 'US') => {
  const { result } = await client.call('productLists', { ...ROLE, country });
  return result?.goods.find(({ product_id: id }) => id === 'gems-60');
};

describe('a preview of prices', () => {
  let address = '';
  let id = '';

  beforeAll(async () => {
    ({ address, id } = await made(await prices()));
  });
  afterAll(() => revoke(id));

  it('shows them on the page and in each currency, while the real shop keeps its own', async () => {
    const page = await fetch(address);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain('Preview of a planned change. Nothing can be bought here.');
    expect(html).toContain('12.34');
    const german = await fetch(`${address}?preview_lang=de`);
    expect(await german.text()).toContain('<html lang="de"');
    const client = clientOf(address);
    expect((await goodIn(client))?.price).toEqual({ amount: '12.34', currency: 'USD' });
    expect((await goodIn(client, 'JP'))?.price).toEqual({ amount: '1500', currency: 'JPY' });
    expect(built.ctx.catalogue.project(project)?.products.get('gems-60')?.prices.get('USD')).toBe(
      99,
    );
  });

  it('answers with its own headers, without a cookie, and the console alone frames it', async () => {
    const token = address.split('/').at(-2) ?? '';
    const files = [
      `/preview/${token}/none`,
      `/preview/${token}/api/none`,
      '/preview.js',
      '/nothing',
    ];
    for (const path of [`/preview/${token}/${project}`, ...files]) {
      const { headers } = await fetch(new URL(path, address), {
        headers: { cookie: 'lang=de; known=1; device=x' },
      });
      expect(headers.get('x-robots-tag'), path).toBe('noindex');
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('cache-control'), path).toBe('no-store');
      expect(headers.get('set-cookie'), path).toBeNull();
      expect(headers.get('etag'), path).toBeNull();
    }
    const { headers } = await fetch(address);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.match(/frame-ancestors[^;]*/g)).toEqual([
      `frame-ancestors ${ctx.config.consoleUrl}`,
    ]);
    expect(headers.get('x-frame-options')).toBeNull();
  });

  it('refuses every call that writes, before it is read', async () => {
    const writing = (Object.keys(CALL_PATHS) as CallName[]).filter(
      (name) => name !== 'heartbeat' && !READING.has(name),
    );
    expect(writing).toContain('orderCreate');
    for (const name of writing) {
      const base = address.slice(0, address.lastIndexOf('/'));
      const answer = await fetch(base + CALL_PATHS[name].path, { method: 'POST', body: 'x=1' });
      expect(await answer.json(), name).toMatchObject({ code: CODES.PREVIEW_ONLY });
    }
  });

  it('has no other project, and a player who is made up', async () => {
    const stranger = clientOf(address, 'poi_mbo', '10');
    expect((await stranger.call('productShelf', { country: 'US' })).code).toBe(
      CODES.NO_SUCH_PROJECT,
    );
    const { result } = await clientOf(address).call('role', {
      ...ROLE,
      keep_session: '0',
    });
    expect(result).toMatchObject({ user_token: 'preview', role: { name: 'Preview' } });
    expect(await db.pool.query('select from sessions')).toMatchObject({ rowCount: 0 });
  });
});

describe('a preview of goods and events', () => {
  it('shows order, texts and limits of goods', async () => {
    const shelf = [...(built.ctx.catalogue.project(project)?.products.keys() ?? [])];
    const order = shelf.toReversed();
    const { address, id } = await made({
      kind: 'change_goods',
      project,
      seen: await seen(),
      goods: [
        {
          product_id: 'gems-60',
          limit: { max: 3, period: 'day' },
          names: [
            { lang: 'en', text: 'A pocket of gems' },
            { lang: 'de', text: 'Eine Tasche Edelsteine' },
          ],
        },
      ],
      order,
      ways: [],
      because: 'a look',
    });
    const client = clientOf(address, project, '20', 'de');
    const { result } = await client.call('productShelf', { country: 'US' });
    const ids = result?.goods.map(({ product_id: good }) => good) ?? [];
    expect(ids.length).toBeGreaterThan(5);
    expect(ids).toEqual(order.filter((good) => ids.includes(good)));
    const german = await goodIn(client, 'DE');
    expect(german).toMatchObject({
      name: 'Eine Tasche Edelsteine',
      limit: { max: 3, period: 'day' },
    });
    await revoke(id);
  });

  it('shows the rules of every kind of event to a player without progress', async () => {
    const found = built.ctx.catalogue.project('miniflix')?.events ?? [];
    const bargain = found.find(({ kind }) => kind === 'bargain');
    if (bargain === undefined) throw new Error('no bargain');
    const { address, id } = await made({
      kind: 'change_event',
      project,
      event_id: bargain.event_id,
      seen: await seen(),
      values: [{ key: 'sign_in', value: 77 }],
      players: { returns: 0.5, spins: 0.5, topsUp: 0.1, buys: 0.1, topUpMinor: 500 },
      because: 'a look',
    });
    const client = clientOf(address);
    const info = await client.call('bargainInfo', { ...ROLE, country: 'US' });
    expect(info.code).toBe(200);
    const task = info.result?.tasks.find(({ task: name }) => name === 'sign_in');
    expect(JSON.stringify(task)).toContain('0.77');
    for (const name of ['cumulationInfo', 'cardInfo', 'activityList', 'cartGet'] as const) {
      expect([200, CODES.NOT_IN_ACTIVITY_TIME], name).toContain(
        (await client.call(name, { ...ROLE, country: 'US' })).code,
      );
    }
    await revoke(id);
  });

  it('shows a planned publication before its moment, and none that was taken back', async () => {
    const planned = await doStep(ctx, liveops, {
      ...(await prices()),
      cells: [{ product_id: 'gems-60', currency: 'USD', minor: 101 }],
      publish_at: clock.nowMs() + HOUR_MS,
    });
    if ('refused' in planned) throw new Error(planned.refused.detail);
    const { rows } = await db.pool.query<{ id: string }>('select id from planned_publications');
    const publication_id = rows[0]?.id ?? '';
    const { address, id } = await asked({ publication_id });
    expect((await goodIn(clientOf(address)))?.price.amount).toBe('1.01');
    await doStep(ctx, liveops, { kind: 'cancel_publication', publication_id, because: 'not now' });
    expect(codeOf(await makePreview(ctx, liveops, { publication_id }))).toBe('not_found');
    await revoke(id);
  });
});

describe('a link', () => {
  const pageOf = async (address: string) => {
    const answer = await fetch(address);
    return `${answer.status} ${/<h1>(.*)<\/h1>/.exec(await answer.text())?.[1]}`;
  };

  it('ends at once when it is revoked, by any operator of its project, and both are audit entries', async () => {
    const { address, id } = await made(await prices());
    expect((await fetch(address)).status).toBe(200);
    expect(codeOf(await revokePreview(ctx, other, { id }))).toBe('no_such_preview');
    expect(codeOf(await revoke(id))).toBe('done');
    expect(await pageOf(address)).toBe('410 This preview has ended');
    expect((await clientOf(address).call('productShelf', { country: 'US' })).code).toBe(
      CODES.LINK_EXPIRED,
    );
    expect(codeOf(await revoke(id))).toBe('no_such_preview');
    const { items } = await listAudit({ db }, { object: id });
    expect(items.map(({ action }) => action)).toEqual(['preview.revoke', 'preview.make']);
    expect(JSON.stringify(items)).not.toContain(address.split('/').at(-2));
  });

  it('ends after an hour of the shop’s clock', async () => {
    const { address } = await made(await prices());
    clock.setOffset(clock.offsetMs() + HOUR_MS - 600_000);
    expect((await fetch(address)).status).toBe(200);
    clock.setOffset(clock.offsetMs() + 600_000);
    expect(await pageOf(address)).toBe('410 This preview has ended');
  });

  it('answers an unknown token, a malformed one and an address without one alike', async () => {
    const origin = ctx.config.previewUrl ?? '';
    for (const path of [
      `/preview/${'A'.repeat(43)}/${project}`,
      '/preview/x/miniflix',
      '/miniflix',
    ]) {
      expect(await pageOf(origin + path), path).toBe('404 No preview');
    }
  });

  it('is made five times at once for a project, and never for another project or a wrong step', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await made(await prices())).id);
    expect(codeOf(await makePreview(ctx, liveops, { action: await prices() }))).toBe(
      'previews_many',
    );
    const listed = await listPreviews(ctx, liveops.operator, { project });
    expect(listed?.items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    for (const id of ids) await revoke(id);
    expect(codeOf(await makePreview(ctx, other, { action: await prices() }))).toBe('not_found');
    expect(await listPreviews(ctx, other.operator, { project })).toBeNull();
    const unknown = {
      ...(await prices()),
      cells: [{ product_id: 'x', currency: 'USD', minor: 1 }],
    };
    expect(codeOf(await makePreview(ctx, liveops, { action: unknown }))).not.toBe('done');
    const off = { ...ctx, config: { ...ctx.config, previewUrl: null } };
    expect(codeOf(await makePreview(off, liveops, { action: await prices() }))).toBe(
      'previews_off',
    );
  });
});
