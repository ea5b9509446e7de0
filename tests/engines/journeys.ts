import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { CARDS, freshCid } from '../support/shopper.ts';
import { choose, type Engine, named, press, see, type, until } from './surface.ts';

export type Shop = { readonly url: string; readonly sandboxUrl: string };

/** The three main journeys, each from the home page to the in-game mail. */
export const JOURNEYS: Readonly<Record<string, (engine: Engine, shop: Shop) => Promise<void>>> = {
  'a purchase by card': async (engine, shop) => {
    const cid = await openCheckout(engine, shop);
    await payByCard(engine, CARDS.success);
    await seePaid(engine, shop, cid);
  },
  'a purchase by PayPal': async (engine, shop) => {
    const cid = await openCheckout(engine, shop);
    await choose(engine.page, /^PayPal/);
    await approve(engine);
    await seePaid(engine, shop, cid);
  },
  'a declined card, then PayPal for the same order': async (engine, shop) => {
    const cid = await openCheckout(engine, shop);
    await payByCard(engine, CARDS.declined);
    await see(engine.page, 'heading', /^Your bank declined the payment$/);
    await choose(engine.page, /^PayPal/);
    await openWallet(engine);
    await choose(engine.page, /^PayPal/);
    await approve(engine);
    await seePaid(engine, shop, cid);
  },
};

/** Opens the checkout as a first-time visitor. @returns the character's id */
async function openCheckout(engine: Engine, { url }: Shop): Promise<string> {
  const cid = freshCid();
  const { page } = engine;
  await engine.open(`${url}/robots.txt`);
  await page.value(
    `(localStorage.clear(), sessionStorage.clear(), document.cookie = 'known=; path=/miniflix; max-age=0', true)`,
  );
  await engine.open(`${url}/miniflix`);
  await press(page, 'button', /^Choose a server$/);
  await press(page, 'option', /^S01 Sunset Lot/);
  await until(
    'closed picker',
    async () => (await page.value(`document.querySelector('dialog[open]') === null`)) === true,
  );
  await type(page, /^Character ID/, cid);
  await press(page, 'button', /^Continue as /);
  await press(page, 'button', /^60 Gems, /);
  await press(page, 'button', /^Buy now$/);
  await see(page, 'radio', /^Credit or debit card/);
  return cid;
}

async function payByCard(engine: Engine, number: string): Promise<void> {
  const form = engine.frame('/payermax/');
  await type(form, /^Card number/, number);
  await type(form, /^Expiry/, '1239');
  await type(form, /^Security code/, '123');
  await press(engine.page, 'button', /^Pay \$0\.99/);
}

/** Clicks the shop's button, unless the wallet's own button has already replaced it. */
async function openWallet({ page }: Engine): Promise<void> {
  await until('button to pay with PayPal', async () => {
    if ((await page.value(`${named('button', /^PayPal$/)} !== null`)) === true) return true;
    return page.press(named('button', /^Pay with PayPal/));
  });
}

/** Approves in the wallet's window and waits until it closes. */
async function approve(engine: Engine): Promise<void> {
  await press(engine.page, 'button', /^PayPal$/);
  const wallet = engine.window('/paypal/');
  await press(wallet, 'button', /^Pay now$/);
  await until('wallet that closes', async () => {
    await sleep(500);
    // A click before the window's script has loaded only reloads the page, so repeat until the window is gone.
    return wallet.press(named('button', /^Pay now$/)).then(() => false, isGone);
  });
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('no document at ');

const mailbox = v.object({ mails: v.array(v.unknown()) });
const statement = v.object({ captures: v.array(v.unknown()), mails: v.number() });

/** Checks the page, one mail in the game, and one capture for each mail. */
async function seePaid(engine: Engine, { sandboxUrl }: Shop, cid: string): Promise<void> {
  await see(engine.page, 'heading', /^60 Gems (are on their way|delivered)$/);
  const ask = async <S extends v.GenericSchema>(path: string, shape: S) =>
    v.parse(shape, await (await fetch(sandboxUrl + path)).json());
  await until('one mail', async () => {
    const box = new URLSearchParams({ game_id: '20', server_id: '101', cid });
    return (await ask(`/mail?${box.toString()}`, mailbox)).mails.length === 1;
  });
  const { captures, mails } = await ask('/statement', statement);
  if (captures.length !== mails) {
    throw new Error(`money was taken ${captures.length} times for ${mails} mails`);
  }
}
