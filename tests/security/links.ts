import { CALL_PATHS } from '@webpay/contract/paths';
import type { Code } from '@webpay/contract/codes';
import { expect } from 'vitest';
import { signLink } from '../../apps/api/src/domain/access/links/access-link.ts';
import { accessLink, linkClaims, SANDBOX_KEY, signedText } from '../support/mall-buyer.ts';
import { freshCid, orderFields, times } from '../support/shopper.ts';
import { runResolve } from '../../apps/api/src/operator/resolve-verbs.ts';
import { linesOf, LOGS, logOf, serverLogWith } from './logs.ts';
import {
  call,
  count,
  countCodes,
  countOf,
  expectCode,
  newcomer,
  pairsOf,
  post,
  postBody,
  signedBody,
  type Answer,
  type As,
  type Attack,
  type Attacks,
  type Target,
} from './target.ts';

/** All other shops; a link opens only the shop that it names. */
const ELSEWHERE: readonly Required<Pick<As, 'gameId' | 'websiteCode'>>[] = [
  { gameId: '10', websiteCode: 'poi_mbo' },
  { gameId: '13', websiteCode: 'vp_mbo' },
  { gameId: '22', websiteCode: 'cgg' },
  { gameId: '31', websiteCode: 'dr2' },
  { gameId: '32', websiteCode: 'dr2_mpt' },
];
const EVIL = 'https://evil.example/';
/** Addresses at which a shop might issue links. */
const ISSUERS = [
  '/api/user/link/create',
  '/api/user/link/new',
  '/api/user/links',
  '/api/link',
  '/api/admin/link',
  '/game/20/link',
  '/cp/game/link',
];

export const openLink = (shop: Target, link: string, as?: As): Promise<Answer> =>
  call(shop, 'link', { link }, as);

function sessionOf({ code, text, result }: Answer): { readonly userToken: string } {
  expect(code, text.slice(0, 200)).toBe(200);
  if (typeof result === 'object' && result !== null && 'user_token' in result) {
    return { userToken: String(result.user_token) };
  }
  throw new Error(`no session: ${text.slice(0, 200)}`);
}

/** Refused, without data of the character, who stays unknown here. */
export async function expectNoEntry(
  shop: Target,
  all: readonly Answer[],
  cid: string,
  ...codes: readonly Code[]
): Promise<void> {
  expectCode(all, ...codes);
  for (const { result } of all) expect(result).toBeNull();
  expect(await count(shop, 'players where cid = $1', [cid])).toBe(0);
}

const expiry: Attacks = {
  'an expired link, by an hour, a second, a millisecond: 20005, nothing about the character':
    async (shop) => {
      const cid = freshCid();
      const all: Answer[] = [];
      for (const agoMs of [3_600_000, 1_000, 1]) {
        const exp = Date.now() - agoMs;
        all.push(await openLink(shop, accessLink({ cid, iat: exp - 60_000, exp })));
      }
      await expectNoEntry(shop, all, cid, 20005);
    },
  'a used link: as it was, byte by byte, signed anew under its number, after logout: 20005, one session, none after logout':
    async (shop) => {
      const claims = linkClaims();
      const link = signLink(SANDBOX_KEY, claims);
      const body = signedBody(pairsOf('link', { link }));
      const session = sessionOf(await postBody(shop, CALL_PATHS.link.path, body));
      const anew = { ...claims, iat: claims.iat + 1, exp: claims.exp + 1_000 };
      const all = [
        await openLink(shop, link),
        await postBody(shop, CALL_PATHS.link.path, body),
        await openLink(shop, signLink(SANDBOX_KEY, anew)),
        await openLink(shop, signLink(SANDBOX_KEY, { ...anew, cid: freshCid() })),
      ];
      expectCode(await call(shop, 'logout', {}, session), 200);
      all.push(await openLink(shop, link));
      for (const { result } of all) expect(result).toBeNull();
      expectCode(all, 20005);
      expect(await countOf(shop, 'sessions', claims)).toBe(1);
      expectCode(await call(shop, 'cartGet', {}, session), 11002);
    },
};

const places: Attacks = {
  'a link opened in the five other projects, and one that names another project under this game’s key: 10001, still valid in its own':
    async (shop) => {
      const claims = linkClaims();
      const link = signLink(SANDBOX_KEY, claims);
      const naming = (website_code: string) => signLink(SANDBOX_KEY, { ...claims, website_code });
      const all: Answer[] = [];
      for (const other of ELSEWHERE) {
        all.push(await openLink(shop, link, other));
        all.push(await openLink(shop, naming(other.websiteCode)));
        all.push(await openLink(shop, naming(other.websiteCode), other));
      }
      await expectNoEntry(shop, all, claims.cid, 10001);
      expectCode(await openLink(shop, link), 200);
    },
  'another character, server or project beside a link, as fields of the call: the link’s own claims count, a repeated field is 10001':
    async (shop) => {
      const claims = linkClaims();
      const cid = freshCid();
      const link = signLink(SANDBOX_KEY, claims);
      const lies = { cid, server_id: '113', website_code: 'cgg', exp: '9', by_link: '0' };
      const twice = [...pairsOf('link', { link }), ['link', accessLink({ cid })] as const];
      expectCode(await post(shop, CALL_PATHS.link.path, twice), 10001);
      const seen = await call(shop, 'link', { link, ...lies });
      sessionOf(seen);
      expect(seen.text).not.toContain(cid);
      expect(await countOf(shop, 'sessions', { cid })).toBe(0);
      expect(await countOf(shop, 'sessions', claims)).toBe(1);
    },
  'addresses of another site in every place of a link, of its call and of its page: none is returned in a header or body':
    async (shop) => {
      const wishes = { redirect_url: EVIL, url: EVIL, next: EVIL, return_to: EVIL, banner: EVIL };
      const link = signedText(SANDBOX_KEY, JSON.stringify({ ...linkClaims(), ...wishes }));
      const query = new URLSearchParams(wishes).toString();
      for (const { headers, text } of [
        await call(shop, 'link', { link, ...wishes }),
        await openLink(shop, accessLink({ ref: EVIL })),
        await openLink(shop, accessLink({ website_code: `//evil.example` })),
        await shop.send(`/miniflix?${query}&link=${link}`),
        await shop.send(`/miniflix?link=${encodeURIComponent(EVIL)}`),
      ]) {
        expect(headers.location).toBeUndefined();
        expect(JSON.stringify(headers) + text).not.toContain('evil.example');
      }
    },
};

const sessions: Attacks = {
  'a link opened with another player’s session: two characters, two carts, neither session sees or changes the other’s':
    async (shop) => {
      const thief = await newcomer(shop);
      await call(shop, 'cartSet', { product_id: 'gems-60', count: '2' }, thief);
      const before = await call(shop, 'cartGet', {}, thief);
      expect(before.text).toContain('gems-60');
      const { cid, ref } = linkClaims();
      const came = sessionOf(await openLink(shop, accessLink({ cid, ref }), thief));
      const theirs = await call(shop, 'cartGet', {}, came);
      expectCode(theirs, 200);
      expect(theirs.text).not.toContain('gems-60');
      await call(shop, 'cartSet', { product_id: 'gems-300', count: '1' }, came);
      expect((await call(shop, 'cartGet', {}, thief)).result).toStrictEqual(before.result);
      expect(await countOf(shop, 'cart_items', { cid })).toBe(1);
      await call(shop, 'logout', {}, came);
      expectCode(await call(shop, 'cartGet', {}, thief), 200);
    },
  'the session of a link used for another character: look-up, goods, cart, orders, events: 10003, the other character gets no session':
    async (shop) => {
      const victim = await newcomer(shop);
      const before = await countOf(shop, 'sessions', victim);
      const as = sessionOf(await openLink(shop, accessLink()));
      const { cid } = victim;
      const place = { pr_id: victim.prId, server_id: victim.serverId, cid };
      const all = [
        await call(shop, 'role', place, as),
        await call(shop, 'productLists', place, as),
        await call(shop, 'cartGet', { cid }, as),
        await call(shop, 'orderCreate', { ...orderFields('gems-60'), ...place }, as),
        await call(shop, 'bargainSpin', { cid }, as),
        await call(shop, 'userOrders', { cid }, as),
      ];
      expectCode(all, 10003);
      expect(await countOf(shop, 'sessions', victim)).toBe(before);
    },
  'an account whose orders were stopped, signed in by a link: 20004 on every order, none is made':
    async (shop) => {
      const flagged = await newcomer(shop);
      const because = ['--because', 'An attack on purpose.'];
      await runResolve(shop.ctx, ['flag', 'miniflix', flagged.cid, ...because]);
      const link = accessLink({ cid: flagged.cid, server_id: flagged.serverId });
      const as = sessionOf(await openLink(shop, link));
      for (const pay_id of ['card', 'paypal']) {
        expectCode(
          await call(shop, 'orderCreate', { ...orderFields('gems-60'), pay_id }, as),
          20004,
        );
      }
      expect(await countOf(shop, 'orders', flagged)).toBe(0);
    },
};

const leaks: Attacks = {
  'links for characters that do not exist, of another game, of another form, on a missing server: 10008 with the same body':
    async (shop) => {
      const lies = [
        { cid: '1234560' },
        { cid: '912345671' },
        { cid: 'abc' },
        { server_id: 'nowhere' },
      ];
      const all = await Promise.all(lies.map((lie) => openLink(shop, accessLink(lie))));
      expect(new Set(all.map(({ text }) => text.replace(/"_":\d+/, '"_":0'))).size).toBe(1);
      await expectNoEntry(shop, all, '912345671', 10008);
    },
  'dead links, forged, expired and used, for a known and an unknown character: the same body for both, nothing about the known one':
    async (shop) => {
      const player = await newcomer(shop);
      const over = Date.now() - 1_000;
      const used = linkClaims();
      sessionOf(await openLink(shop, signLink(SANDBOX_KEY, used)));
      const answersFor = async (cid: string): Promise<string[]> => {
        const all = [
          await openLink(shop, signLink('', linkClaims({ cid, server_id: player.serverId }))),
          await openLink(shop, accessLink({ cid, iat: over - 60_000, exp: over })),
          await openLink(shop, accessLink({ cid, ref: used.ref })),
        ];
        expectCode(all, 10001, 20005);
        return all.map(({ text }) => text.replace(/"_":\d+/, ''));
      };
      expect(await answersFor(player.cid)).toEqual(await answersFor(freshCid()));
      expect(await countOf(shop, 'sessions', player)).toBe(1);
    },
  'links in the logs, valid, used, forged, in a path, a query, a referrer: neither link nor session is logged, a referrer names the host at most':
    async (shop) => {
      const links = [accessLink(), accessLink({ cid: '1234560' }), signLink('x', linkClaims())];
      const secrets: string[] = links.flatMap((link) => link.split('.'));
      for (const link of links) {
        const seen = await openLink(shop, link);
        if (seen.code === 200) secrets.push(sessionOf(seen).userToken);
        await openLink(shop, link);
        await shop.send(`/miniflix/${link}`);
        await shop.send(`${CALL_PATHS.link.path}?link=${link}`);
        const page = await shop.send(`/miniflix?link=${link}`, {
          headers: {
            referer: `${shop.environment.url}/miniflix?link=${link}`,
            cookie: `link=${link}`,
          },
        });
        expect(page.headers['referrer-policy']).toMatch(/^(?:no-referrer|strict-origin)$/);
      }
      expect(secrets).toHaveLength(2 * links.length + 1);
      const last = String((await call(shop, 'regions')).headers['x-request-id']);
      await serverLogWith(shop, last);
      for (const name of LOGS) {
        const holds = (line: string): boolean => secrets.some((secret) => line.includes(secret));
        expect(await linesOf(logOf(shop, name), holds), name).toEqual([]);
      }
    },
  'a link requested by a stranger and by a player, at seven addresses and of the call that opens one: 404, 10000 or 10001, no answer contains a session or a link':
    async (shop) => {
      const { server_id, cid, ref } = linkClaims();
      const fields = { server_id, cid, ref };
      const texts: string[] = [];
      for (const as of [{}, await newcomer(shop)]) {
        for (const address of ISSUERS) {
          const { status, text } = await post(shop, address, pairsOf('link', fields, as));
          expect(status, address).toBe(404);
          texts.push(text);
        }
        for (const link of ['', 'new', JSON.stringify(linkClaims()), '{}', 'null']) {
          const seen = await call(shop, 'link', { ...fields, link }, as);
          expectCode(seen, 10000, 10001);
          texts.push(seen.text);
        }
      }
      for (const text of texts) expect(text).not.toMatch(/[\w-]{43}/);
      expect(await countOf(shop, 'sessions', { cid })).toBe(0);
    },
};

export const LINKS: Attacks = { ...expiry, ...places, ...sessions, ...leaks };

/** Runs with the races. */
export const linkRace: Attack = async (shop) => {
  const claims = linkClaims();
  const link = signLink(SANDBOX_KEY, claims);
  const all = await times(shop.parallel, () => openLink(shop, link));
  // 10504: a game under too many concurrent calls may not answer.
  const served = countCodes(all.filter(({ code }) => code !== 20005 && code !== 10504));
  expect(served).toStrictEqual({ 200: 1 });
  expect(await countOf(shop, 'sessions', claims)).toBe(1);
  expectCode(await openLink(shop, link), 20005);
};
