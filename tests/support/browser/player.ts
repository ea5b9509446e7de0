import { expect, type Locator, type Page } from '@playwright/test';
import { createShopper, freshCid, want, type Shopper } from '../shopper.ts';
import { MINIFLIX, type Project } from './projects.ts';
import { addresses } from './shop.ts';
import { sayIn, type Say } from './texts.ts';

export { freshCid, want, type Shopper };

const ENGLISH = sayIn('en');

/** Enters server and ID on home. @returns the name found */
export async function confirmCharacter(
  page: Page,
  { server = MINIFLIX.server, cid = freshCid() } = {},
  say: Say = ENGLISH,
): Promise<string> {
  const field = `${say('home.server')}, ${say('home.server_placeholder')}`;
  await expect(page.getByRole('button', { name: field })).toBeVisible();
  await chooseServer(page, server, say);
  await page.getByRole('textbox', { name: say('home.cid') }).fill(cid);
  const goOn = continueButton(page, say);
  await expect(goOn).toBeVisible();
  const label = (await goOn.textContent()) ?? '';
  return continueAs(say).exec(label)?.[1] ?? '';
}

export async function chooseServer(
  page: Page,
  server: string = MINIFLIX.server,
  say: Say = ENGLISH,
): Promise<void> {
  await page.getByRole('button', { name: say('home.choose_server'), exact: true }).click();
  const picker = page.getByRole('dialog', { name: say('home.server_title') });
  await picker.getByRole('combobox').fill(server);
  await takeOption(picker, server);
  await expect(picker).toBeHidden();
}

/** Takes a row of an open picker, once its sheet is at rest: a moving row misses the press. */
export async function takeOption(within: Locator | Page, name: string): Promise<void> {
  const option = within.getByRole('option', { name });
  await option.evaluate(async (row) => {
    const moving = row.closest('dialog')?.getAnimations({ subtree: true }) ?? [];
    const rising = moving.filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(rising.map(({ finished }) => finished));
  });
  await option.click();
}

export const continueButton = (page: Page, say: Say = ENGLISH): Locator =>
  page.getByRole('button', { name: continueAs(say) });

/** Its label; the name is the first group. */
function continueAs(say: Say): RegExp {
  const [before = '', after = ''] = say('home.continue_as', { name: '\n' }).split('\n');
  return new RegExp(`^${escape(before)}(.+)${escape(after)}$`);
}

export function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Signs a character in through the API and stores its session where the page keeps it (S12). */
export async function signIn(page: Page, project: Project = MINIFLIX, cid = freshCid()) {
  const shopper = await createShopper(addresses(), {
    websiteCode: project.code,
    gameId: project.gameId,
    cid,
  });
  const found = await renewSession(shopper);
  await keep(page, {
    project: project.code,
    [`user:${project.code}`]: found,
    // Marks today's popup as seen.
    [`popupDay:${project.code}`]: new Date().toISOString().slice(0, 10),
  });
  const url = `${addresses().url}/${project.code}`;
  await page.context().addCookies([{ name: 'known', value: '1', url }]);
  const clientAt = (offsetMs: number) => {
    const moved = shopper.clientAt(offsetMs);
    moved.useToken(found.user_token);
    return moved;
  };
  return { ...shopper, clientAt, userToken: found.user_token };
}

/** Looks the character up again and gives the client the new session. */
export async function renewSession({ client, place }: Shopper) {
  const found = await want(client.call('role', place));
  if (!('user_token' in found)) throw new Error('the character belongs to another game');
  client.useToken(found.user_token);
  return found;
}

/** Result code of a call that needs a session: 200 or 11002. */
export const sessionCode = async (shopper: Shopper): Promise<number> =>
  (await shopper.client.call('cartGet', {})).code;

/** Waits until the character's mailbox in the game holds this many mails. */
export async function expectMails(shopper: Shopper, count: number): Promise<void> {
  await expect.poll(async () => (await shopper.mails()).length).toBe(count);
}

/** Stores values as the shop does (`webpay:NAME`), on a page of the shop without scripts. */
export async function keep(page: Page, values: Readonly<Record<string, unknown>>): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((entries) => {
    for (const [name, value] of entries) {
      localStorage.setItem(`webpay:${name}`, JSON.stringify(value));
    }
  }, Object.entries(values));
}

/** Everything that the shop stores in a tab, as one text. */
export const keptBy = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      history.state,
    ]),
  );
