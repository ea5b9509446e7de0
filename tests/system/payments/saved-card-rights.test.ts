import { afterEach, describe, expect, it } from 'vitest';
import { eraseCharacter } from '../../../apps/api/src/domain/retention/erase-character.ts';
import { exportCharacter } from '../../../apps/api/src/domain/retention/export-character.ts';
import {
  cardRowsOf,
  createCardKeeper,
  LATER,
  PASSWORD,
  untilForgotten,
  untilSo,
  UNUSABLE,
} from '../../support/card-keeper.ts';
import { operatorOf } from '../../support/operator.ts';
import { CARDS, createShopper, want } from '../../support/shopper.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';

// Calls outside have half of production’s time.
const environment = sharedEnvironment({ waitScale: { deadlines: 0.5 } });
const operator = operatorOf(environment);
const { ctx } = operator;

afterEach(() => clearFaults(environment()));

const keeper = () => createCardKeeper(environment(), ctx);

describe('[attack] the saved card of another', () => {
  it('pays nothing for another character, session, device or project, and tells nothing', async () => {
    const [owner, thief] = [await keeper(), await keeper()];
    const card = await owner.save(CARDS.success);
    await thief.save(LATER.tellsFirst);
    // Another character, with rights to its own cards.
    expect(await thief.payWith(card)).toMatchObject(UNUSABLE);
    await thief.call('savedCardRemove', { card });
    // The owner's session on a device that no mail code confirmed.
    const device = owner.newDevice();
    expect(await owner.cards({ device })).toEqual({ state: 'confirm', cards: [] });
    expect(await owner.payWith(card, { device })).toMatchObject(UNUSABLE);
    // The thief's confirmed device, with the owner's session.
    expect(await owner.payWith(card, { device: thief.own })).toMatchObject(UNUSABLE);
    // No session, and one that has ended.
    expect((await owner.payWith(card, { token: 'unknown' })).code).toBe(11002);
    // A form's session of the owner, paid by the thief, keeps no card for the thief.
    const { pay } = await owner.openForm();
    const { sessionKey, paymentToken } = await owner.type(pay, CARDS.success);
    await thief.call('payermaxCard', { sessionKey, paymentToken, save: '1' });
    expect((await thief.cards()).cards).toHaveLength(1);
    expect((await owner.cards()).cards.map((each) => each.card)).toEqual([card]);
    expect((await owner.buyWith(card)).state).toBe('success');
  });

  it('is none of a character without a password, and of a project that keeps none', async () => {
    const owner = await keeper();
    const card = await owner.save(CARDS.success);
    const plain = await createShopper(environment());
    expect(await want(plain.client.call('savedCards', {}))).toEqual({ state: 'off', cards: [] });
    const asked = await plain.client.call('orderCreate', {
      ...owner.order(crypto.randomUUID()),
      saved: card,
    });
    expect(asked).toMatchObject(UNUSABLE);
    const removed = await plain.client.call('savedCardRemove', { card });
    expect(removed.code).toBe(20013);
    const elsewhere = await createShopper(environment(), { websiteCode: 'cgg', gameId: '22' });
    expect(await want(elsewhere.client.call('savedCards', {}))).toMatchObject({ state: 'off' });
  });

  it('is not made by notices that are repeated or invented', async () => {
    const player = await keeper();
    const card = await player.save(CARDS.success);
    await player.call('savedCardRemove', { card });
    await untilForgotten(player, ctx());
    await untilSo(
      () => cardRowsOf(ctx(), player.cid),
      (rows) => rows.length === 0,
    );
    await setFault(environment(), 'payermax', 'webhook', 'duplicate', { times: 4 });
    const next = await player.save(LATER.tellsFirst);
    expect((await player.cards()).cards.map((each) => each.card)).toEqual([next]);
    expect((await player.payWith(card)).code).toBe(20016);
  });
});

describe('the password of a saved card', () => {
  it('locks it by a change, until the card is typed and saved again', async () => {
    const player = await keeper();
    const card = await player.save(CARDS.success);
    const next = 'AnotherOne-0815';
    await player.call('passwordChange', {
      old_pwd: PASSWORD,
      pwd: next,
      pwd_confirm: next,
      code: await player.codeFor('pwd_change'),
    });
    expect((await player.cards()).cards).toMatchObject([{ card, is_locked: true }]);
    expect(await player.payWith(card)).toMatchObject(UNUSABLE);
    await player.payAndSave(CARDS.success);
    const [only] = await untilSo(
      async () => (await player.cards()).cards,
      (cards) => cards.length === 1 && cards[0]?.is_locked === false,
    );
    expect((await player.buyWith(only?.card ?? '')).state).toBe('success');
  });

  it('takes the card with it when it is removed, here at once and then at the gateway', async () => {
    const player = await keeper();
    const card = await player.save(CARDS.success);
    await setFault(environment(), 'payermax', 'token', 'error', { times: 2 });
    await player.call('passwordRemove', { code: await player.codeFor('pwd_remove') });
    expect(await player.cards()).toEqual({ state: 'off', cards: [] });
    expect(await player.payWith(card)).toMatchObject(UNUSABLE);
    await untilForgotten(player, ctx());
    await untilSo(
      () => cardRowsOf(ctx(), player.cid),
      (rows) => rows.length === 0,
    );
  });

  it('lets another device in by a code of the in-game mail, once', async () => {
    const player = await keeper();
    const card = await player.save(CARDS.success);
    const client = await player.comeIn(PASSWORD);
    const found = await want(client.call('savedCards', {}));
    expect(found).toEqual({ state: 'confirm', cards: [] });
    const device = player.newDevice();
    const code = await player.codeFor('device');
    const wrong = await player.ask('deviceConfirm', { code: '000000x' }, { device });
    expect(wrong.code).toBe(10067);
    await player.call('deviceConfirm', { code }, { device });
    expect((await player.cards({ device })).cards).toMatchObject([{ card }]);
    expect((await player.payWith(card, { device })).code).toBe(200);
    // A code serves once.
    const twice = await player.ask('deviceConfirm', { code }, { device: player.newDevice() });
    expect(twice.code).toBe(10067);
  });
});

it('removed in one call, a card is gone at once, and repeats change nothing', async () => {
  const player = await keeper();
  const card = await player.save(CARDS.success);
  await setFault(environment(), 'payermax', 'token', 'timeout', { times: 1 });
  await player.call('savedCardRemove', { card });
  expect((await player.cards()).cards).toEqual([]);
  expect(await player.payWith(card)).toMatchObject(UNUSABLE);
  await player.call('savedCardRemove', { card });
  await untilForgotten(player, ctx());
});

it('the erasure of a character removes its cards, and an export hides their tokens', async () => {
  const player = await keeper();
  await player.save(CARDS.success);
  await untilSo(
    async () => player.mails(),
    (mails) => mails.length >= 2,
  );
  const character = { project: 'miniflix', serverId: player.serverId, cid: player.cid };
  const exported = await exportCharacter(ctx().db, character);
  expect(exported.kind === 'done' && exported.tables['saved_cards']).toMatchObject([
    { brand: 'VISA', last4: '1111', token: 'kept, not shown', token_hash: 'kept, not shown' },
  ]);
  const kept = await player.keptAtGateway(ctx());
  await setFault(environment(), 'payermax', 'token', 'error', { times: 1 });
  const erased = await untilSo(
    () => eraseCharacter(ctx(), { ...character, because: 'a test' }),
    ({ kind }) => kind !== 'under_way',
  );
  expect(erased.kind).toBe('done');
  const playerId = erased.kind === 'done' ? erased.playerId : 0;
  await untilSo(
    async () => {
      const { rows } = await ctx().db.pool.query<object>(
        'select from saved_cards where player_id = $1',
        [playerId],
      );
      return rows;
    },
    (rows) => rows.length === 0,
  );
  const response = await fetch(`${environment().sandboxUrl}/payermax/kept/miniflix_${playerId}`);
  expect(await response.json()).toMatchObject({
    cards: [{ paymentTokenID: kept[0]?.paymentTokenID, paymentTokenStatus: 'Deleted' }],
  });
});
