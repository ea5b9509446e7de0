import type { MailPurpose } from '@webpay/contract/access-shapes';
import { CALLS, type CallResult } from '@webpay/contract/calls';
import type { CallName } from '@webpay/contract/paths';
import * as v from 'valibot';
import type { Ctx } from '../../apps/api/src/context.ts';
import { createAccessPlayer } from './access-player.ts';
import { createDevice, type Device } from './device.ts';
import { orderFields, postJson, untilOrder, want, type Outside } from './shopper.ts';

export const PASSWORD = 'LongEnough-4711';

/** A character with a password, whose device a mail code confirmed, and who saves cards. */
export type CardKeeper = Awaited<ReturnType<typeof createCardKeeper>>;
type CallFields = Readonly<Record<string, string>>;
type From = { readonly device?: Device; readonly token?: string };

export async function createCardKeeper(outside: Outside, ctx: () => Ctx) {
  const player = await createAccessPlayer(outside, ctx);
  const newDevice = () => createDevice(outside.url, '127.0.0.1', () => 0);
  const own = newDevice();
  const { goods } = await want(player.client.call('productLists', player.place));
  const product = goods[0]?.product_id ?? '';

  const ask = async (
    name: CallName,
    fields: CallFields,
    { device = own, token = player.token }: From = {},
  ) => {
    return device.call(name, { user_token: token, ...fields });
  };
  const call = async <N extends CallName>(
    name: N,
    fields: CallFields,
    from: From = {},
  ): Promise<CallResult<N>> => {
    const { code, result } = await ask(name, fields, from);
    if (code !== 200) throw new Error(`${name}: ${code} ${JSON.stringify(result)}`);
    return v.parse(CALLS[name].result, result);
  };
  const newPassword = { pwd: PASSWORD, pwd_confirm: PASSWORD };
  /** The newest code; purchases have mails, too. */
  const codeFor = async (purpose: MailPurpose) => {
    await call('mailCode', { purpose });
    const codes = (await player.mails()).flatMap(
      ({ body }) => body.match(/(?<!\d)\d{6}(?!\d)/) ?? [],
    );
    return codes.at(-1) ?? '';
  };

  const order = (key: string) => ({ ...orderFields(product), order_key: key });
  const inquire = (token: string) => call('orderInquire', { token });
  const until = (token: string, holds: Parameters<typeof untilOrder>[1]) =>
    untilOrder(() => inquire(token), holds);
  /** Opens the card form of a new order, whose payer may be asked. */
  const openForm = (from: From = {}, key: string = crypto.randomUUID()) =>
    call('orderCreate', { ...order(key), asks_to_save: '1' }, from);
  /** Types a card into the form, with its box ticked or not. */
  const type = async (pay: CallResult<'orderCreate'>['pay'], number: string, agree = true) => {
    if (pay === null || !('session_key' in pay)) throw new Error('no card form');
    const { client_key: clientKey, session_key: sessionKey } = pay;
    const card = { number, expiry: '12/39', cvv: '123', holder: 'Test Player', agree };
    const typed = await postJson(`${outside.sandboxUrl}/payermax/dropin/token`, {
      clientKey,
      sessionKey,
      ...card,
    });
    return { sessionKey, paymentToken: String(typed['paymentToken']), typed };
  };
  const payAndSave = async (number: string, from: From = {}) => {
    const { pay, token } = await openForm(from);
    const { sessionKey, paymentToken } = await type(pay, number);
    const paid = await call('payermaxCard', { sessionKey, paymentToken, save: '1' }, from);
    return { ...paid, token };
  };
  const cards = async (from: From = {}) => call('savedCards', {}, from);
  const untilCards = (n: number) =>
    untilSo(
      async () => (await cards()).cards,
      (found) => found.length === n,
    );
  /** Saves a card with a payment. @returns its name */
  const save = async (number: string) => {
    const before = (await cards()).cards.length;
    await payAndSave(number);
    const found = await untilCards(before + 1);
    return found[0]?.card ?? '';
  };
  const payWith = (saved: string, from: From = {}, key: string = crypto.randomUUID()) =>
    ask('orderCreate', { ...order(key), saved }, from);
  await call('passwordSet', { ...newPassword, code: await codeFor('pwd_set') });
  return {
    ...player,
    own,
    newDevice,
    ask,
    call,
    /** The fields of its order. */
    order,
    codeFor,
    openForm,
    type,
    payAndSave,
    cards,
    untilCards,
    save,
    payWith,
    until,
    /** Pays with a saved card. @returns the opened order */
    buyWith: async (saved: string) => {
      const { code, result } = await payWith(saved);
      if (code !== 200) throw new Error(`orderCreate: ${code}`);
      return v.parse(CALLS.orderCreate.result, result);
    },
    /** The cards that the gateway keeps for this character. */
    keptAtGateway: async (ctxNow: Ctx) => keptOf(outside, await userIdOf(ctxNow, player.cid)),
    endAtGateway: async (ctxNow: Ctx, status: 'Expired' | 'Deleted') => {
      const user = await userIdOf(ctxNow, player.cid);
      for (const { paymentTokenID } of await keptOf(outside, user)) {
        await postJson(`${outside.sandboxUrl}/payermax/kept/${user}/${paymentTokenID}`, { status });
      }
    },
  };
}

type Kept = { readonly paymentTokenID: string; readonly paymentTokenStatus: string };

async function keptOf({ sandboxUrl }: Outside, user: string): Promise<readonly Kept[]> {
  const response = await fetch(`${sandboxUrl}/payermax/kept/${user}`);
  return ((await response.json()) as { cards: Kept[] }).cards;
}

async function userIdOf({ db }: Ctx, cid: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>('select id from players where cid = $1', [
    cid,
  ]);
  return `miniflix_${rows[0]?.id ?? ''}`;
}

/** Kept cards of the sandbox that behave otherwise than at first (apps/sandbox/README.md). */
export const LATER = {
  declined: '4000000000000341',
  silent: '4000000000000424',
  asksCode: '4000000000000515',
  tellsFirst: '4000000000000630',
} as const;

/** The answer for a card that cannot pay. */
export const UNUSABLE = { code: 20016, result: { why: 'saved_card' } };

/** Waits for a fact that a worker makes true. */
export async function untilSo<T>(read: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = await read();
    if (holds(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it never came true');
}

export const untilForgotten = (player: CardKeeper, ctx: Ctx) =>
  untilSo(
    () => player.keptAtGateway(ctx),
    (kept) => kept.length > 0 && kept.every((each) => each.paymentTokenStatus === 'Deleted'),
  );

export async function cardRowsOf({ db }: Ctx, cid: string) {
  const { rows } = await db.pool.query<{ token: Buffer | null }>(
    'select c.* from saved_cards c join players p on p.id = c.player_id where p.cid = $1',
    [cid],
  );
  return rows;
}
