import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { json, playOutside, type Heard, type Play } from '../gateways/testing/outside.ts';
import { createCircuits, SILENCE_RULES } from '../platform/resilience/circuits.ts';
import { guardGames } from './guard-games.ts';
import { createGames } from './http-game.ts';
import type { Games, Mail, ToldNotice } from './port.ts';

const game = { gameId: '20', channelid: 'webpay', vc: '1' };
const role = { serverId: 's1', cid: '123456' };
const mail: Mail = {
  serverId: 's1',
  cid: '123456',
  key: 'delivery:D1',
  title: 'Your Gems & more',
  body: 'Grüße, 指挥官! 50% + 1',
  items: [{ item_id: 'i1', name: '980 Gems', count: 2 }],
  purchase: null,
};

const told: ToldNotice = {
  serverId: 's1',
  cid: '123456',
  notice: {
    notice_id: 'refund:R1_1',
    kind: 'refund',
    order_id: 'o1',
    order_no: 'WP-2222-2222-2',
    products: [{ product_id: 'gems-980', count: 1 }],
    price: { amount: '14.99', currency: 'USD' },
    amount: { amount: '14.99', currency: 'USD' },
    total: { amount: '14.99', currency: 'USD' },
    at: 1_795_000_000_000,
    test: true,
  },
};

function openGames(answer: (heard: Heard) => Play): { games: Games; heard: readonly Heard[] } {
  const { outside, heard } = playOutside(answer);
  const games = createGames({
    addressOf: (id) => (id === '20' ? { address: 'https://game.test.invalid/20', key: 'k' } : null),
    outside,
  });
  return { games, heard };
}

const says = (code: unknown, result: unknown = null) => json(200, { code, result });

describe('calls to a game', () => {
  it('[C15] carry the envelope as a form, signed by MD5 and by the game’s key', async () => {
    const { games, heard } = openGames(() => says(200, { mail_id: 'M1' }));
    await games.sendMail(game, mail);
    const [sent] = heard;
    const body = sent?.body ?? Buffer.alloc(0);
    const form = new URLSearchParams(body.toString());
    const { userid, channelid, vc, unixtime, params } = Object.fromEntries(form);
    expect([...form.keys()]).toEqual(['userid', 'channelid', 'vc', 'unixtime', 'params', 'sign']);
    expect({ userid, channelid, vc }).toEqual({ userid: '123456', channelid: 'webpay', vc: '1' });
    expect(unixtime).toBe(String(Date.parse('2026-04-02T10:00:00Z') / 1_000));
    expect(JSON.parse(params ?? '')).toEqual([
      's1',
      '123456',
      'delivery:D1',
      mail.title,
      mail.body,
      mail.items,
    ]);
    const text = `${userid}${channelid}${vc}${unixtime}${params}`;
    expect(form.get('sign')).toBe(createHash('md5').update(text).digest('hex'));
    expect(sent?.headers.get('x-signature')).toBe(
      createHmac('sha256', 'k').update(body).digest('hex'),
    );
    expect(sent?.url).toBe('https://game.test.invalid/20/mail');
    expect(sent?.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
  });

  it('[C15] ask for a character by server and id', async () => {
    const { games, heard } = openGames(() => says(200, { name: 'Nova', level: 7 }));
    expect(await games.findRole(game, role)).toEqual({ kind: 'found', name: 'Nova', level: 7 });
    expect(heard[0]?.url).toBe('https://game.test.invalid/20/role');
    const form = new URLSearchParams(heard[0]?.body.toString());
    expect(form.get('params')).toBe('["s1","123456"]');
  });

  it('[F17] tell of a refund by server, character and notice', async () => {
    const { games, heard } = openGames(() => says('200'));
    expect(await games.tellNotice(game, told)).toEqual({ kind: 'told' });
    expect(heard[0]?.url).toBe('https://game.test.invalid/20/notice');
    const form = new URLSearchParams(heard[0]?.body.toString());
    expect(JSON.parse(form.get('params') ?? '')).toEqual(['s1', '123456', told.notice]);
    expect(form.get('userid')).toBe('123456');
  });

  it('are not sent when the game has no address', async () => {
    const { games, heard } = openGames(() => says(200));
    const stranger = { ...game, gameId: '99' };
    expect(await games.findRole(stranger, role)).toMatchObject({ kind: 'silent' });
    expect(await games.sendMail(stranger, mail)).toMatchObject({ kind: 'silent' });
    expect(await games.tellNotice(stranger, told)).toMatchObject({ kind: 'silent' });
    expect(heard).toHaveLength(0);
  });
});

describe('calls to a game with two keys', () => {
  /** A game that takes these keys. */
  const openWithTwo = (taken: readonly string[], refusal: () => Play) => {
    const uses: string[] = [];
    const { outside, heard } = playOutside(({ body, headers }) =>
      taken.some(
        (key) =>
          createHmac('sha256', key).update(body).digest('hex') === headers.get('x-signature'),
      )
        ? says(200, { mail_id: 'M1' })
        : refusal(),
    );
    const gateway = { address: 'https://game.test.invalid/20', key: 'k', secondKey: 'k2' };
    const countSecondKey = (gameId: string) => uses.push(gameId);
    return {
      games: createGames({ addressOf: () => gateway, countSecondKey, outside }),
      heard,
      uses,
    };
  };

  it.each([
    ['an answer', () => says(401)],
    ['a status', () => json(401, { code: 401, result: null })],
    ['a status without an answer', () => new Response('no', { status: 403 })],
  ])('are signed with the second where the game refuses the first by %s (14.6)', async (_, no) => {
    const { games, heard, uses } = openWithTwo(['k2'], no);
    expect(await games.sendMail(game, mail)).toMatchObject({ kind: 'sent' });
    expect(heard).toHaveLength(2);
    expect(uses).toEqual(['20']);
  });

  it('are signed with the first alone while the game takes it (14.6)', async () => {
    const { games, heard, uses } = openWithTwo(['k', 'k2'], () => says(401));
    expect(await games.sendMail(game, mail)).toMatchObject({ kind: 'sent' });
    expect(heard).toHaveLength(1);
    expect(uses).toEqual([]);
  });

  it('are silence, never a refusal, when the game takes neither (14.6)', async () => {
    const { games, heard, uses } = openWithTwo([], () => says(401));
    expect(await games.sendMail(game, mail)).toMatchObject({ kind: 'silent' });
    expect(heard).toHaveLength(2);
    expect(uses).toEqual([]);
  });
});

describe("a game's answers", () => {
  it.each([
    [says(200, { name: 'Nova' }), { kind: 'found', name: 'Nova', level: 1 }],
    [says(404), { kind: 'none' }],
    [says(409, { game_id: '10' }), { kind: 'other_game', gameId: '10' }],
    [says(409, { game_id: 10 }), { kind: 'other_game', gameId: '10' }],
    [says(503), { kind: 'maintenance' }],
    [json(404, { code: 404, result: null }), { kind: 'none' }],
    [says(409, {}), { kind: 'silent' }],
    [says(200, { level: 7 }), { kind: 'silent' }],
    [says(500), { kind: 'silent' }],
  ])('translate a role look-up: case %#', async (answer, expected) => {
    const { games } = openGames(() => answer);
    expect(await games.findRole(game, role)).toMatchObject(expected);
  });

  it.each([
    [says(200, { mail_id: 'M1' }), { kind: 'sent', mailId: 'M1' }],
    [says(200, { mail_id: 12 }), { kind: 'sent', mailId: '12' }],
    [says(200), { kind: 'sent', mailId: '' }],
    [says('200', { mail_id: 'M1' }), { kind: 'sent', mailId: 'M1' }],
    [says('423'), { kind: 'mailbox_full' }],
    [json(404, { code: '404', result: null }), { kind: 'rejected' }],
    [says(404), { kind: 'rejected' }],
    [says(409, { game_id: '10' }), { kind: 'rejected' }],
    [says(422), { kind: 'rejected' }],
    [says(423), { kind: 'mailbox_full' }],
    [says(503), { kind: 'maintenance' }],
    [says(500), { kind: 'silent' }],
  ])(
    'translate a mail’s result, its code a number or a text: case %# (14.3)',
    async (answer, expected) => {
      const { games } = openGames(() => answer);
      expect(await games.sendMail(game, mail)).toMatchObject(expected);
    },
  );

  it.each([
    ['silence', () => ({ hangsMs: 10_000 })],
    ['a broken connection', () => 'breaks' as const],
    ['no JSON', () => json(200, '<html>')],
    ['a list', () => json(200, [200])],
    ['no code', () => json(200, {})],
    ['a code that is no number', () => says('ok', { name: 'x', mail_id: 'x' })],
    ['an error page of something before it', () => json(404, { code: 404, message: 'no route' })],
    ['HTTP 502', () => json(502, '<html>')],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://x' } })],
  ])('are silent, never a refusal, when they are invalid: %s', async (_, answer) => {
    const { games } = openGames(answer);
    expect(await games.findRole(game, role)).toMatchObject({ kind: 'silent' });
    expect(await games.sendMail(game, mail)).toMatchObject({ kind: 'silent' });
  });
});

describe('a notice of a refund', () => {
  it.each([
    ['no such route', () => new Response('Cannot POST', { status: 404 })],
    ['code 404', () => says(404)],
    ['code 422', () => says(422)],
    ['code 503', () => says(503)],
    ['a page under status 200', () => json(200, '<html>')],
    ['a broken connection', () => 'breaks' as const],
  ])('[F17] is told again after %s', async (_, answer) => {
    const { games } = openGames(answer);
    expect(await games.tellNotice(game, told)).toMatchObject({ kind: 'silent' });
  });

  it('[F17] stops no mail when it fails, and is told while mails fail', async () => {
    const isMail = ({ url }: Heard) => url.endsWith('/mail');
    const open = () =>
      createCircuits(
        SILENCE_RULES,
        () => 1_000_000,
        () => undefined,
      );
    const guard = (games: Games) =>
      guardGames(games, { silence: open(), maintenance: open(), notices: open() });
    const mails = openGames((heard) => (isMail(heard) ? says(200) : json(502, '')));
    const withMails = guard(mails.games);
    for (let n = 0; n < 9; n += 1) await withMails.tellNotice(game, told);
    // The ninth is not sent: the circuit of the notices is open.
    expect(mails.heard).toHaveLength(8);
    expect(await withMails.sendMail(game, mail)).toMatchObject({ kind: 'sent' });
    expect(withMails.mailState(game, 's1')).toBe('closed');
    const withNotices = guard(
      openGames((heard) => (isMail(heard) ? json(502, '') : says(200))).games,
    );
    for (let n = 0; n < 9; n += 1) await withNotices.sendMail(game, mail);
    expect(await withNotices.tellNotice(game, told)).toEqual({ kind: 'told' });
  });
});

describe("a game's circuit", () => {
  it.each([
    [400, 'found'],
    [418, 'found'],
    [401, 'silent'],
    [429, 'silent'],
    [500, 'silent'],
  ])(
    'after eight answers with code %i about one character, another look-up is %s',
    async (code, kind) => {
      let calls = 0;
      const { games } = openGames(() => {
        calls += 1;
        return calls > 8 ? says(200, { name: 'Bo' }) : says(code);
      });
      const circuits = createCircuits(
        SILENCE_RULES,
        () => 1_000_000,
        () => undefined,
      );
      const guarded = guardGames(games, {
        silence: circuits,
        maintenance: circuits,
        notices: circuits,
      });
      for (let n = 0; n < 8; n += 1) {
        expect(await guarded.findRole(game, role)).toMatchObject({ kind: 'silent' });
      }
      expect(await guarded.findRole(game, role)).toMatchObject({ kind });
    },
  );
});
