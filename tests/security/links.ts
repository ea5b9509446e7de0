import { CALL_PATHS } from '@webpay/contract/paths';
import { accessLink, linkClaims } from '../support/link-holder.ts';
import { SANDBOX_KEY, signedText } from '../support/mall-buyer.ts';
import { freshCid, want } from '../support/shopper.ts';
import { signLink } from '../../apps/api/src/domain/access/links/access-link.ts';
import { runResolve } from '../../apps/api/src/operator/resolve-verbs.ts';
import { mine } from './at-once.ts';
import { countsOf, mustEqual, mustHold, mustRefuse, mustRefuseAll, tally } from './expect.ts';
import {
  call,
  commonOf,
  count,
  newcomer,
  orderFields,
  post,
  type Attack,
  type Theme,
} from './field.ts';
import { FORGERIES } from './link-forgery.ts';
import { LINK_LEAKS } from './link-leaks.ts';
import { mustStayOut, openLink, sessionsOf, tokenOf } from './link-opening.ts';
import { FORM, signedBody, type Seen } from './wire.ts';

/** Every other shop there is; of them all, only the one a link names opens for it. */
const ELSEWHERE = [
  { gameId: '10', code: 'poi_mbo' },
  { gameId: '13', code: 'vp_mbo' },
  { gameId: '22', code: 'cgg' },
  { gameId: '31', code: 'dr2' },
  { gameId: '32', code: 'dr2_mpt' },
] as const;

const TIME: readonly Attack[] = [
  {
    name: 'a link whose time is over, by an hour, by a second, by a millisecond',
    must: '20005, without a word about the character',
    run: async (field) => {
      const cid = freshCid();
      const all: Seen[] = [];
      for (const agoMs of [3_600_000, 1_000, 1]) {
        const exp = Date.now() - agoMs;
        all.push(await openLink(field, accessLink({ cid, iat: exp - 60_000, exp })));
      }
      return mustStayOut(field, all, cid, 20005);
    },
  },
  {
    name: 'a link that was opened, once more: as it was, byte by byte, signed anew under its number, after logout',
    must: '20005; the character has the one session, and after logout none that stands',
    run: async (field) => {
      const claims = linkClaims();
      const link = signLink(SANDBOX_KEY, claims);
      const body = signedBody(Object.entries({ ...commonOf('link'), link }));
      const opening = { method: 'POST', headers: FORM, body };
      const token = tokenOf(await field.wire.send(CALL_PATHS.link.path, opening));
      const anew = { ...claims, iat: claims.iat + 1, exp: claims.exp + 1_000 };
      const all = [
        await openLink(field, link),
        await field.wire.send(CALL_PATHS.link.path, opening),
        await openLink(field, signLink(SANDBOX_KEY, anew)),
        await openLink(field, signLink(SANDBOX_KEY, { ...anew, cid: freshCid() })),
      ];
      mustEqual('logout', (await call(field, 'logout', {}, { token })).code, 200);
      all.push(await openLink(field, link));
      for (const { result } of all) mustEqual('told', result, null);
      mustEqual('sessions', await sessionsOf(field, claims.cid), 1);
      mustRefuse(await call(field, 'cartGet', {}, { token }), 11002);
      return mustRefuseAll(all, 20005);
    },
  },
];

const PLACES: readonly Attack[] = [
  {
    name: `a link of one project opened in the ${ELSEWHERE.length} others, and one that names another project under this game’s key`,
    must: '10001; in its own it is still good',
    run: async (field) => {
      const claims = linkClaims();
      const link = signLink(SANDBOX_KEY, claims);
      const all = await Promise.all([
        ...ELSEWHERE.map((other) => openLink(field, link, other)),
        ...ELSEWHERE.map(({ code }) =>
          openLink(field, signLink(SANDBOX_KEY, { ...claims, website_code: code })),
        ),
        ...ELSEWHERE.map((other) =>
          openLink(field, signLink(SANDBOX_KEY, { ...claims, website_code: other.code }), other),
        ),
      ]);
      const outcome = await mustStayOut(field, all, claims.cid, 10001);
      mustEqual('at home', (await openLink(field, link)).code, 200);
      return outcome;
    },
  },
  {
    name: 'another character, server or project named beside a link, as fields of the call',
    must: 'the link’s own words count; a field twice is 10001',
    run: async (field) => {
      const claims = linkClaims();
      const stranger = freshCid();
      const link = signLink(SANDBOX_KEY, claims);
      const common = Object.entries(commonOf('link'));
      const lies = { cid: stranger, server_id: '113', website_code: 'cgg', exp: '9', by_link: '0' };
      const twice = await post(field, CALL_PATHS.link.path, [
        ...common,
        ['link', link],
        ['link', accessLink({ cid: stranger })],
      ]);
      mustRefuse(twice, 10001);
      const seen = await call(field, 'link', { link, ...lies });
      tokenOf(seen);
      mustHold(!seen.text.includes(stranger), 'the answer names the stranger');
      mustEqual('as the stranger', await sessionsOf(field, stranger), 0);
      mustEqual('as its own', await sessionsOf(field, claims.cid), 1);
      return tally([twice, seen]);
    },
  },
  {
    name: 'addresses of another site in every place of a link and of its call, and on the page that it opens',
    must: 'none of them comes back, in no header and no word',
    run: async (field) => {
      const evil = 'https://evil.example/';
      const wishes = { redirect_url: evil, url: evil, next: evil, return_to: evil, banner: evil };
      const link = signedText(SANDBOX_KEY, JSON.stringify({ ...linkClaims(), ...wishes }));
      const query = new URLSearchParams(wishes).toString();
      const all = [
        await call(field, 'link', { link, ...wishes }),
        await openLink(field, accessLink({ ref: evil })),
        await openLink(field, accessLink({ website_code: `//evil.example` })),
        await field.wire.send(`/miniflix?${query}&link=${link}`),
        await field.wire.send(`/miniflix?link=${encodeURIComponent(evil)}`),
      ];
      for (const seen of all) {
        mustEqual('redirect', seen.headers.location, undefined);
        const said = JSON.stringify(seen.headers) + seen.text;
        mustHold(!said.includes('evil.example'), `it came back: ${said.slice(0, 200)}`);
      }
      return `${tally(all)}; nothing came back`;
    },
  },
];

const SESSIONS: readonly Attack[] = [
  {
    name: 'a link opened with somebody else’s session, and the two carts filled beside each other',
    must: 'two characters, two carts; neither session sees or changes the other’s',
    run: async (field) => {
      const thief = await newcomer(field);
      const own = { token: thief.userToken };
      await call(field, 'cartSet', { product_id: 'gems-60', count: '2' }, own);
      const before = await call(field, 'cartGet', {}, own);
      const { cid, ref } = linkClaims();
      const link = accessLink({ cid, ref });
      const came = { token: tokenOf(await call(field, 'link', { link }, own)) };
      const fresh = await want(thief.client.call('cartGet', {}));
      mustEqual('the thief’s own', fresh.items.length, 1);
      const theirs = await call(field, 'cartGet', {}, came);
      mustHold(!theirs.text.includes('gems-60'), 'the cart came along');
      await call(field, 'cartSet', { product_id: 'gems-300', count: '1' }, came);
      const later = await call(field, 'cartGet', {}, own);
      mustEqual('the thief’s cart', later.result, before.result);
      mustEqual('rows', await count(field, mine('cart_items'), [cid]), 1);
      await call(field, 'logout', {}, came);
      mustEqual('the thief is signed in', (await call(field, 'cartGet', {}, own)).code, 200);
      return tally([before, theirs, later]);
    },
  },
  {
    name: 'the session of a link used for another character: look-up, goods, cart, orders, events',
    must: '10003; the other character gets no session',
    run: async (field) => {
      const victim = await newcomer(field);
      const before = await sessionsOf(field, victim.cid);
      const as = { token: tokenOf(await openLink(field, accessLink())) };
      const place = { pr_id: victim.prId, server_id: victim.serverId, cid: victim.cid };
      const all = [
        await call(field, 'role', place, as),
        await call(field, 'productLists', place, as),
        await call(field, 'cartGet', { cid: victim.cid }, as),
        await call(field, 'orderCreate', orderFields('gems-60', place), as),
        await call(field, 'bargainSpin', { cid: victim.cid }, as),
        await call(field, 'userOrders', { cid: victim.cid }, as),
      ];
      mustEqual('sessions', await sessionsOf(field, victim.cid), before);
      return mustRefuseAll(all, 10003);
    },
  },
  {
    name: 'an account whose orders were stopped, come by a link instead',
    must: '20004 on every order; none is made',
    run: async (field) => {
      const flagged = await newcomer(field);
      const because = 'An attack on purpose.';
      await runResolve(field.ctx, ['flag', 'miniflix', flagged.cid, '--because', because]);
      const link = accessLink({ cid: flagged.cid, server_id: flagged.serverId });
      const as = { token: tokenOf(await openLink(field, link)) };
      const all = [
        await call(field, 'orderCreate', orderFields('gems-60'), as),
        await call(field, 'orderCreate', orderFields('gems-60', { pay_id: 'paypal' }), as),
      ];
      mustEqual('orders', await count(field, mine('orders'), [flagged.cid]), 0);
      return mustRefuseAll(all, 20004);
    },
  },
];

/** Runs among the races: so many of it are a crowd. */
export const LINK_RACE: Attack = {
  name: 'one access link, opened',
  must: 'one session; the others 20005',
  run: async (field) => {
    const claims = linkClaims();
    const link = signLink(SANDBOX_KEY, claims);
    const all = await Promise.all(
      Array.from({ length: field.parallel }, () => openLink(field, link)),
    );
    // A game that is asked too much at once may be silent; nobody else is let in for it.
    const served = countsOf(all.filter(({ code }) => code !== 20005 && code !== 10504));
    mustEqual('served', served, { 200: 1 });
    mustEqual('sessions', await sessionsOf(field, claims.cid), 1);
    mustRefuse(await openLink(field, link), 20005);
    return tally(all);
  },
};

export const LINKS: Theme = {
  title: 'Access links',
  attacks: [...FORGERIES, ...TIME, ...PLACES, ...SESSIONS, ...LINK_LEAKS],
};
