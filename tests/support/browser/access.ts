import { expect, type Locator, type Page } from '@playwright/test';
import pg from 'pg';
import { keyedHash } from '../../../apps/api/src/domain/access/keyed-hash.ts';
import { hashToken } from '../../../apps/api/src/domain/players/session.ts';
import type { Shopper } from './player.ts';

/** What stands in every picture of `knowPictures`. */
export const PICTURE_CODE = 'KNWN';

/** The access password of this player's own, and the words of its dialogs. */
export const DIALOGS = {
  set: 'Protect your character',
  menu: 'Access password',
  change: 'Change password',
  remove: 'Remove password',
  reset: 'Forgot the password?',
} as const;

export function dialogOf(page: Page, which: keyof typeof DIALOGS): Locator {
  return page.getByRole('dialog', { name: DIALOGS[which], exact: true });
}

/** Another picture than the last one. @returns by what to tell it from the next */
export async function nextPicture(page: Page, last = ''): Promise<string> {
  const picture = page.getByRole('img', { name: 'Picture of the characters to type' });
  await expect(picture).not.toHaveAttribute('src', last);
  return (await picture.getAttribute('src')) ?? '';
}

/** The code of the character's newest mail in the game, which comes after `earlier` others. */
export async function mailedCode(shopper: Shopper, earlier = 0): Promise<string> {
  const codes = async () =>
    (await shopper.mails()).flatMap(({ body }) => /(?<!\d)\d{6}(?!\d)/.exec(body)?.[0] ?? []);
  await expect.poll(async () => (await codes()).length).toBe(earlier + 1);
  return (await codes()).at(-1) ?? '';
}

/**
 * From now on every picture this page is shown has a known answer: the server keeps none that could be read, so the
 * row of each is given another before the page sees the picture.
 */
export async function knowPictures(page: Page): Promise<void> {
  await page.route('**/api/common/captcha', async (route) => {
    const response = await route.fetch();
    const { result } = (await response.json()) as { result: { v_code_md5: string } | null };
    if (result !== null) await setAnswer(result.v_code_md5);
    await route.fulfill({ response });
  });
}

async function setAnswer(handle: string): Promise<void> {
  const connectionString = process.env['WEBPAY_E2E_DATABASE_URL'];
  if (connectionString === undefined) throw new Error('WEBPAY_E2E_DATABASE_URL names no database');
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ secret: Buffer }>(
      "select secret from server_secrets where name = 'order_token_key'",
    );
    const orderTokenKey = rows[0]?.secret;
    if (orderTokenKey === undefined) throw new Error('the shop has no key yet');
    const answer = keyedHash({ orderTokenKey }, 'image-code', handle, PICTURE_CODE);
    const { rowCount } = await client.query(
      'update image_codes set answer_hash = $2 where handle_hash = $1',
      [hashToken(handle), answer],
    );
    if (rowCount !== 1) throw new Error('there is no such picture');
  } finally {
    await client.end();
  }
}
