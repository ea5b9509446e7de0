import { expect, type Page } from '@playwright/test';
import { createShopper, freshCid, want, type Shopper } from '../shopper.ts';
import { outside } from './outside.ts';
import { takeOption } from './picker.ts';
import type { Project } from './projects.ts';
import { sayIn, type Say } from './texts.ts';

export { freshCid, want, type Shopper };

const ENGLISH = sayIn('en');

/** Chooses server and ID on home as a player does. @returns the name the shop found */
export async function confirmCharacter(
  page: Page,
  who: { readonly server: string; readonly cid: string },
  say: Say = ENGLISH,
): Promise<string> {
  const field = `${say('home.server')}, ${say('home.server_placeholder')}`;
  await expect(page.getByRole('button', { name: field })).toBeVisible();
  await chooseServer(page, who.server, say);
  await page.getByRole('textbox', { name: say('home.cid') }).fill(who.cid);
  const goOn = page.getByRole('button', { name: continueAs(say) });
  await expect(goOn).toBeVisible();
  const label = (await goOn.textContent()) ?? '';
  return continueAs(say).exec(label)?.[1] ?? '';
}

/** From the one button of an empty form to the server's name in the list. */
export async function chooseServer(page: Page, server: string, say: Say = ENGLISH): Promise<void> {
  await page.getByRole('button', { name: say('home.choose_server'), exact: true }).click();
  const picker = page.getByRole('dialog', { name: say('home.server_title') });
  await picker.getByRole('combobox').fill(server);
  await takeOption(picker, server);
  await expect(picker).toBeHidden();
}

/** "Continue as NAME" in the page's language; the name is its first group. */
export function continueAs(say: Say): RegExp {
  const [before = '', after = ''] = say('home.continue_as', { name: '\n' }).split('\n');
  return new RegExp(`^${escape(before)}(.+)${escape(after)}$`);
}

export function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/**
 * A player this browser knows already: the session is the server's own, the page finds it where
 * it keeps it (S12). Tests of what comes after home begin here.
 */
export async function signIn(page: Page, project: Project, cid = freshCid()): Promise<Shopper> {
  const { url } = outside();
  const shopper = await createShopper(outside(), {
    websiteCode: project.code,
    gameId: project.gameId,
    cid,
  });
  const found = await want(
    shopper.client.call('role', {
      pr_id: shopper.prId,
      server_id: shopper.serverId,
      cid: shopper.cid,
    }),
  );
  if (!('user_token' in found)) throw new Error('the character belongs to another game');
  shopper.client.useToken(found.user_token);
  await keep(page, {
    project: project.code,
    [`user:${project.code}`]: found,
    // Today's popup picture has been seen: it is in nobody's way.
    [`popupDay:${project.code}`]: new Date().toISOString().slice(0, 10),
  });
  await page.context().addCookies([{ name: 'known', value: '1', url: `${url}/${project.code}` }]);
  // The page's own: the shopper's first session is another one.
  return { ...shopper, userToken: found.user_token };
}

/** Puts values where the shop keeps them (`webpay:NAME`), from a page of the shop without scripts. */
export async function keep(page: Page, values: Readonly<Record<string, unknown>>): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((entries) => {
    for (const [name, value] of entries) {
      localStorage.setItem(`webpay:${name}`, JSON.stringify(value));
    }
  }, Object.entries(values));
}
