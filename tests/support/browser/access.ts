import { expect, type Locator, type Page } from '@playwright/test';
import * as v from 'valibot';
import { keyedHash } from '../../../apps/api/src/domain/access/keyed-hash.ts';
import { hashToken } from '../../../apps/api/src/domain/players/session.ts';
import type { Shopper } from './player.ts';
import { oneRow } from './shop.ts';

/** The answer of every image code after `knowPictures`. */
export const PICTURE_CODE = 'KNWN';

export const DIALOGS = {
  set: 'Protect your character',
  menu: 'Access password',
  change: 'Change password',
  remove: 'Remove password',
  reset: 'Forgot password?',
  device: 'Confirm this device',
} as const;

export function dialogOf(page: Page, which: keyof typeof DIALOGS): Locator {
  return page.getByRole('dialog', { name: DIALOGS[which], exact: true });
}

/** Waits for another image code than the last. @returns its address */
export async function nextPicture(page: Page, last = ''): Promise<string> {
  const picture = page.getByRole('img', { name: 'Picture of the characters to type' });
  await expect(picture).not.toHaveAttribute('src', last);
  return (await picture.getAttribute('src')) ?? '';
}

/** Code of the newest in-game mail, once `earlier` other codes have arrived. */
export async function mailedCode(shopper: Shopper, earlier = 0): Promise<string> {
  const codes = async () =>
    (await shopper.mails()).flatMap(({ body }) => /(?<!\d)\d{6}(?!\d)/.exec(body)?.[0] ?? []);
  await expect.poll(async () => (await codes()).length).toBe(earlier + 1);
  return (await codes()).at(-1) ?? '';
}

/** Gives every image code of this page a known answer: the server stores hashes only. */
export async function knowPictures(page: Page): Promise<void> {
  await page.route('**/api/common/captcha', async (route) => {
    const response = await route.fetch();
    const { result } = (await response.json()) as { result: { v_code_md5: string } | null };
    if (result !== null) await setAnswer(result.v_code_md5);
    await route.fulfill({ response });
  });
}

async function setAnswer(handle: string): Promise<void> {
  const key = await oneRow("select secret from server_secrets where name = 'order_token_key'", []);
  const { secret } = v.parse(v.object({ secret: v.instance(Buffer) }), key);
  const orderTokenKey = { current: secret, others: [], countOther: () => undefined };
  const answer = keyedHash({ orderTokenKey }, 'image-code', handle, PICTURE_CODE);
  await oneRow('update image_codes set answer_hash = $2 where handle_hash = $1', [
    hashToken(handle),
    answer,
  ]);
}
