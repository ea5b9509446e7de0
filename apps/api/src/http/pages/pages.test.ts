import { describe, expect, it } from 'vitest';
import { inlinedIn } from '../../../../../tests/support/inlined-page.ts';
import { SHIPPED } from '../../../../../tests/support/shipped-projects.ts';
import { servedPages } from '../../../../../tests/support/served-pages.ts';

const get = servedPages();

describe('addresses', () => {
  it.each([
    ['R01', '/', '/inConstruction'],
    ['R03', '/error', '/error/maintenance'],
  ])('[%s] %s leads to %s', async (_id, url, target) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(target);
  });

  it.each([
    ['R02', '/inConstruction', 200, 'This shop is coming soon'],
    ['R04', '/error/maintenance', 200, 'The shop is taking a short break'],
    ['R18', '/webpay/404', 404, 'Page not found'],
    ['R19', '/login', 200, 'Choose your game'],
    ['R20', '/no/such/page', 404, 'Page not found'],
    ['R20', '/unknown_project', 404, 'Page not found'],
    ['R20', '/unknown_project/goodsList', 404, 'Page not found'],
    ['R20', '/constructor/goodsList', 404, 'Page not found'],
  ])('[%s] %s answers %i with its page', async (_id, url, status, words) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(/<div id="root">(.*?)<script/s.exec(answer.body)?.[1]).toContain(words);
    expect(inlinedIn(answer.body).rendered).toBe(true);
  });

  it('[R05] /mallCheckout has the theme of its token’s project, and sends no referrer', async () => {
    const tokenOf = (claims: unknown) =>
      `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.forged`;
    for (const [address, project] of [
      [`token=${tokenOf({ website_code: 'dr2' })}`, 'dr2'],
      ['website_code=cgg', 'cgg'],
      [`token=${tokenOf({ website_code: 'nowhere' })}&website_code=cgg`, null],
      [`token=${tokenOf({ website_code: ['dr2'] })}`, null],
      [`token=${tokenOf(null)}`, null],
      ['token=%00%ff.', null],
      ['website_code=../dr2', null],
      ['', null],
    ] as const) {
      const answer = await get(`/mallCheckout?${address}`);
      expect(answer.statusCode, address).toBe(200);
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
      expect(inlinedIn(answer.body).project, address).toBe(project);
    }
    const elsewhere = await get('/miniflix');
    expect(elsewhere.headers['referrer-policy']).toBe('strict-origin');
  });

  it.each(['miniflix', 'poi_mbo', 'vp_mbo', 'cgg', 'dr2', 'dr2_mpt'])(
    '[A01] [A02] [R06] /%s has its own name, theme and icon',
    async (code) => {
      const answer = await get(`/${code}`);
      const page = inlinedIn(answer.body);
      expect(answer.statusCode).toBe(200);
      expect(page.project).toBe(code);
      expect(answer.body).toContain(`<title>${page.configs?.name} · Shop</title>`);
      expect(answer.body).toContain('--scene:url(');
      expect(answer.body).toMatch(new RegExp(`<link rel="icon" href="/catalogue/${code}/`));
      expect(answer.body).toMatch(/<h1/);
    },
  );

  it.each([
    '/miniflix/goodsList',
    '/miniflix/payment',
    '/miniflix/directPayment?product=x',
    '/miniflix/actInquireOrder',
    '/miniflix/cart',
    '/miniflix/activity/card',
  ])('[R22] %s is a themed skeleton', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('aria-busy="true"');
    expect(inlinedIn(answer.body)).toMatchObject({ project: 'miniflix', rendered: false });
  });

  it('[R07] the goods list of a known player comes with the goods, in the country chosen before', async () => {
    const cookie = 'known=1; country=DE';
    const { body } = await get('/miniflix/goodsList', { cookie });
    const page = inlinedIn(body);
    expect(page.rendered).toBe(true);
    expect(page.shelf?.goods[0]?.price).toEqual({ amount: '0.99', currency: 'EUR' });
    expect(body).toContain('aria-pressed="false"');
    expect(body).not.toContain('aria-busy="true"');
    expect(inlinedIn((await get('/miniflix', { cookie })).body).shelf).toBeNull();
  });

  it('[R06, C08] home of a visitor without a session has the goods in the country served, and no rest of a limit', async () => {
    const shelfFor = async (headers: Readonly<Record<string, string>>) => {
      const { body } = await get('/miniflix', headers);
      return inlinedIn(body).shelf?.goods ?? [];
    };
    const goods = await shelfFor({ cookie: 'country=DE' });
    expect(goods[0]?.price).toEqual({ amount: '0.99', currency: 'EUR' });
    expect(goods.length).toBeGreaterThan(10);
    const limits = goods.flatMap(({ limit }) => (limit === null ? [] : [limit]));
    expect(limits.length).toBeGreaterThan(0);
    for (const limit of limits) expect(Object.keys(limit)).toEqual(['max', 'period']);
    const first = async (headers: Readonly<Record<string, string>>) =>
      (await shelfFor(headers))[0]?.price.currency;
    expect(await first({ 'x-country': 'JP' })).toBe('JPY');
    expect(await first({ 'x-country': 'JP', cookie: 'country=AQ' })).toBe('JPY');
    expect(await first({})).toBe('USD');
  });

  it('[R19] lists the open projects', async () => {
    const { projects } = inlinedIn((await get('/login')).body);
    const codes = projects.map(({ code }) => code);
    expect(codes.filter((code) => SHIPPED.includes(code))).toEqual(SHIPPED);
  });

  it('is no page below the calls’ addresses, nor for an invalid address', async () => {
    expect((await get('/api/nothing')).headers['content-type']).toContain('json');
    expect((await get('/webhooks/payermax')).statusCode).toBe(404);
    expect((await get(`/${'a'.repeat(400)}`)).statusCode).toBe(404);
    expect((await get('/%E0%A4%A')).statusCode).toBeLessThan(500);
    expect((await get('/miniflix%2FgoodsList')).statusCode).toBe(404);
  });
});

describe('a visitor', () => {
  it.each([
    ['zh-TW,zh;q=0.9', '', 'tw', 'zh-Hant-TW'],
    ['zh-CN', '', 'zh', 'zh-Hans-CN'],
    ['fil-PH', '', 'tl', 'fil'],
    ['de-CH,en;q=0.8', '', 'de', 'de'],
    ['xx', '', 'en', 'en'],
    ['de', 'lang=th', 'th', 'th'],
    ['de', 'lang=klingon', 'de', 'de'],
  ])('[S05] %s with cookie "%s" reads %s', async (accept, cookie, lang, tag) => {
    const answer = await get('/miniflix', { 'accept-language': accept, cookie });
    expect(inlinedIn(answer.body).lang).toBe(lang);
    expect(answer.body).toContain(`<html lang="${tag}"`);
    expect(answer.headers.vary).toContain('Accept-Language');
  });

  it('a known player never sees the new visitor’s home', async () => {
    expect(inlinedIn((await get('/dr2', { cookie: 'known=1' })).body).known).toBe(true);
    expect(inlinedIn((await get('/dr2')).body).known).toBe(false);
  });

  it('guesses the country from the proxy’s header where the project sells there', async () => {
    const country = async (hint: string, cookie = '', url = '/miniflix') =>
      inlinedIn((await get(url, { 'x-country': hint, cookie })).body).configs?.country;
    expect(await country('JP')).toBe('JP');
    expect(await country('AQ')).not.toBe('AQ');
    expect(await country('<b>')).not.toBe('<b>');
    expect(await country('JP', 'country=DE')).toBe('DE');
    // Without prices in the page, the browser reads the choice itself.
    expect(await country('JP', 'country=DE', '/miniflix/payment')).toBe('JP');
    const withGoods = async (cookie: string) => {
      const headers = { 'x-country': 'JP', cookie: `known=1; ${cookie}` };
      return inlinedIn((await get('/miniflix/goodsList', headers)).body).configs?.country;
    };
    expect(await withGoods('country=DE')).toBe('DE');
    expect(await withGoods('country=AQ')).toBe('JP');
  });

  it('robots.txt names its charset (14.18)', async () => {
    const answer = await get('/robots.txt');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('Apple’s proof of the domain is a 404 without its file, never a page', async () => {
    const answer = await get('/.well-known/apple-developer-merchantid-domain-association');
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).not.toContain('text/html');
  });

  it('[C02, F04] without a choice or a proxy, gets the country of the browser’s language', async () => {
    const placeFor = async (headers: Readonly<Record<string, string>>, url = '/dr2') => {
      const { configs, shelf } = inlinedIn((await get(url, headers)).body);
      const currency = shelf?.goods[0]?.price.currency ?? null;
      return [configs?.country, configs?.country_from, currency];
    };
    const korean = { 'accept-language': 'ko-KR,ko;q=0.9,en-US;q=0.8' };
    expect(await placeFor(korean)).toEqual(['KR', 'language', 'KRW']);
    expect(await placeFor(korean, '/dr2/payment')).toEqual(['KR', 'language', null]);
    expect(await placeFor({ ...korean, 'x-country': 'JP' })).toEqual(['JP', 'proxy', 'JPY']);
    const chosen = { ...korean, 'x-country': 'JP', cookie: 'country=GB' };
    expect(await placeFor(chosen)).toEqual(['GB', 'chosen', 'GBP']);
    expect(await placeFor({ 'accept-language': 'ko' })).toEqual(['DE', 'default', 'EUR']);
    expect(await placeFor({ 'accept-language': 'ko-AQ' })).toEqual(['DE', 'default', 'EUR']);
    const { headers } = await get('/dr2', korean);
    expect(headers.vary).toBe('Cookie, Accept-Language, Accept-Encoding, X-Country');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('[R04] the maintenance page has the theme of the previous shop', async () => {
    const themed = await get('/error/maintenance', { cookie: 'project=dr2' });
    expect(themed.body).toContain('data-shape="carved"');
    const plain = await get('/error/maintenance', { cookie: 'project=nobody' });
    expect(inlinedIn(plain.body).configs).toBeNull();
    expect(plain.statusCode).toBe(200);
  });
});

describe('a page’s transfer', () => {
  it('has a policy with its own css and no inline script', async () => {
    const answer = await get('/miniflix');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}'/);
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/);
    const scripts = [...answer.body.matchAll(/<script([^>]*)>/g)].map(
      ([, attributes]) => attributes,
    );
    for (const attributes of scripts) expect(attributes).toMatch(/src=|application\/json/);
    expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(answer.headers['permissions-policy']).toContain('payment=(self ');
  });

  it('loads scripts, styles, fonts and pictures from the shop, each by the hash of its content', async () => {
    for (const code of ['miniflix', 'poi_mbo', 'vp_mbo', 'cgg', 'dr2', 'dr2_mpt']) {
      for (const page of [`/${code}`, `/${code}/goodsList`, `/${code}/payment`]) {
        const { body } = await get(page, { cookie: 'known=1' });
        const html = body.replace(/<script type="application\/json".*?<\/script>/s, '');
        const named = [
          ...html.matchAll(/<(?:script|link|img|source)\b[^>]*?\s(?:src|href)="([^"]*)"/g),
          ...html.matchAll(/url\(&?(?:quot;)?["']?([^"')&]*)/g),
        ].map(([, address = '']) => address);
        expect(named.filter((address) => address.startsWith('/assets/')).length).toBeGreaterThan(2);
        const hashed =
          /^(?:data:|#|\/assets\/[\w.-]+-[\w-]{6,8}\.(?:js|css|json|woff2)$|\/catalogue\/[\w./-]+\?v=[0-9a-f]{8}$)/;
        const others = named.filter((address) => !hashed.test(address));
        // Requested by its own name when the page is installed on a phone.
        expect(new Set(others), page).toEqual(
          new Set([`/${code}/app.webmanifest`, `/catalogue/${code}/art/app-192.png`]),
        );
      }
    }
  });

  it.each([
    ['br', 'br, gzip'],
    ['gzip', 'gzip;q=0.5, br;q=0'],
    [undefined, 'identity'],
  ])('compresses as %s for "%s"', async (encoding, accepted) => {
    const answer = await get('/cgg', { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(encoding);
  });

  it('is not sent again to a browser that has it', async () => {
    const first = await get('/cgg');
    const again = await get('/cgg', { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const other = await get('/cgg', {
      'if-none-match': String(first.headers.etag),
      cookie: 'known=1',
    });
    expect(other.statusCode).toBe(200);
  });

  it('serves scripts and pictures as immutable, and nothing else of the catalogue', async () => {
    const { body } = await get('/miniflix');
    const boot = /src="(\/assets\/boot-[^"]+)"/.exec(body)?.[1] ?? '';
    const script = await get(boot, { 'accept-encoding': 'br' });
    expect(script.statusCode).toBe(200);
    expect(script.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const icon = /<link rel="icon" href="([^"]+)"/.exec(body)?.[1] ?? '';
    expect((await get(icon)).headers['cache-control']).toContain('immutable');
    expect((await get(icon.split('?')[0] ?? '')).headers['cache-control']).toBe(
      'public, max-age=300',
    );
    for (const url of [
      '/catalogue/miniflix/project.yaml',
      '/catalogue/../package.json',
      '/catalogue/%2e%2e/package.json',
      '/catalogue/miniflix/art/',
      '/assets/..%2f..%2fserver/entry-server.js',
    ]) {
      expect((await get(url)).statusCode, url).toBeGreaterThanOrEqual(400);
    }
  });
});
