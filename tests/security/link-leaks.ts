import path from 'node:path';
import { CALL_PATHS } from '@webpay/contract/paths';
import { signLink } from '../../apps/api/src/domain/access/links/access-link.ts';
import { accessLink, linkClaims } from '../support/link-holder.ts';
import { SANDBOX_KEY } from '../support/mall-buyer.ts';
import { freshCid } from '../support/shopper.ts';
import { mustEqual, mustHold, mustRefuse, mustRefuseAll, tally } from './expect.ts';
import { call, commonOf, newcomer, post, type Attack } from './field.ts';
import { mustStayOut, openLink, sessionsOf, tokenOf } from './link-opening.ts';
import { linesOf, tailWith } from './logs.ts';
import type { Seen } from './wire.ts';

const telling: readonly Attack[] = [
  {
    name: 'characters asked for by links: one there is none of, one of another game’s, one of another form, on a server that is gone',
    must: '10008 for all of them, in the same words',
    run: async (field) => {
      const lies = [
        { cid: '1234560' },
        { cid: '912345671' },
        { cid: 'abc' },
        { server_id: 'nowhere' },
      ];
      const all = await Promise.all(lies.map((lie) => openLink(field, accessLink(lie))));
      const words = all.map(({ text }) => text.replace(/"_":\d+/, '"_":0'));
      mustEqual('different answers', new Set(words).size, 1);
      return mustStayOut(field, all, '912345671', 10008);
    },
  },
  {
    name: 'what a dead link tells: forged, over and used, for a character that plays here and for one that never did',
    must: 'the same words for both; of the one who plays here, nothing',
    run: async (field) => {
      const player = await newcomer(field);
      const over = Date.now() - 1_000;
      const answersFor = async (cid: string, ref: string): Promise<Seen[]> => [
        await openLink(field, signLink('', linkClaims({ cid, server_id: player.serverId }))),
        await openLink(field, accessLink({ cid, iat: over - 60_000, exp: over })),
        await openLink(field, accessLink({ cid, ref })),
      ];
      const used = linkClaims();
      tokenOf(await openLink(field, signLink(SANDBOX_KEY, used)));
      const [known, unknown] = [
        await answersFor(player.cid, used.ref),
        await answersFor(freshCid(), used.ref),
      ];
      const said = (all: readonly Seen[]): string[] =>
        all.map(({ code, text }) => `${code} ${text.replace(/"_":\d+/, '')}`);
      mustEqual('told of the one who plays here', said(known), said(unknown));
      mustEqual('his sessions', await sessionsOf(field, player.cid), 1);
      return mustRefuseAll([...known, ...unknown], 10001, 20005);
    },
  },
  {
    name: 'links looked for in the logs: good, used, forged, in an address, in a query, in a referrer',
    must: 'neither a link nor its session stands there; a page tells another site its host at most',
    run: async (field) => {
      const links = [accessLink(), accessLink({ cid: '1234560' }), signLink('x', linkClaims())];
      const secrets: string[] = [];
      for (const link of links) {
        const seen = await openLink(field, link);
        if (seen.code === 200) secrets.push(tokenOf(seen));
        await openLink(field, link);
        await field.wire.send(`/miniflix/${link}`);
        await field.wire.send(`${CALL_PATHS.link.path}?link=${link}`);
        const page = await field.wire.send(`/miniflix?link=${link}`, {
          headers: {
            referer: `${field.environment.url}/miniflix?link=${link}`,
            cookie: `link=${link}`,
          },
        });
        const policy = String(page.headers['referrer-policy']);
        mustHold(
          /^(?:no-referrer|strict-origin)$/.test(policy),
          `it tells where it was: ${policy}`,
        );
        secrets.push(...link.split('.'));
      }
      mustHold(secrets.length === 2 * links.length + 1, 'a session too many, or none');
      const last = String((await call(field, 'regions', {})).headers['x-request-id']);
      const logs = path.join(field.environment.dataDir, 'logs');
      const tail = await tailWith(path.join(logs, 'server.log'), last);
      mustHold(tail.includes(last), 'the log does not come');
      for (const name of ['server.log', 'worker.log', 'sandbox.log']) {
        const holds = (line: string): boolean => secrets.some((secret) => line.includes(secret));
        mustEqual(`lines of ${name}`, (await linesOf(path.join(logs, name), holds)).length, 0);
      }
      return 'none';
    },
  },
];

/** Addresses where a shop might make a link for who asks. */
const MAKERS = [
  '/api/user/link/create',
  '/api/user/link/new',
  '/api/user/links',
  '/api/link',
  '/api/admin/link',
  '/game/20/link',
  '/cp/game/link',
];

const making: readonly Attack[] = [
  {
    name: `a link asked for by a stranger and by a player: at ${MAKERS.length} addresses, and of the call that opens one`,
    must: '404, 10000 or 10001; no answer holds a session or a link',
    run: async (field) => {
      const thief = await newcomer(field);
      const victim = linkClaims();
      const fields = { server_id: victim.server_id, cid: victim.cid, ref: victim.ref };
      const all: Seen[] = [];
      for (const as of [{}, { token: thief.userToken }]) {
        for (const address of MAKERS) {
          const pairs = Object.entries({ ...commonOf('link', as), ...fields });
          const seen = await post(field, address, pairs);
          mustEqual(`status of ${address}`, seen.status, 404);
          all.push(seen);
        }
        for (const link of ['', 'new', JSON.stringify(victim), '{}', 'null']) {
          const seen = await call(field, 'link', { ...fields, link }, as);
          mustRefuse(seen, 10000, 10001);
          all.push(seen);
        }
      }
      for (const { text } of all) mustHold(!/[\w-]{43}/.test(text), `it holds one: ${text}`);
      mustEqual('sessions', await sessionsOf(field, victim.cid), 0);
      return tally(all);
    },
  },
];

/** What links tell of characters, who is told of links, and whom they are made for. */
export const LINK_LEAKS: readonly Attack[] = [...telling, ...making];
