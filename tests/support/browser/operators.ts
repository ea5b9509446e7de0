import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ConsoleRole } from '@webpay/contract/console/permissions';
import { operatorAddress } from './console.ts';
import { oneRow } from './shop.ts';
import { expect } from './test.ts';

export const PASSWORD = 'nine blue kites over the harbour';

/** An operator who joined by an invitation, and the secret of the one-time codes. */
export type Joined = {
  readonly name: string;
  readonly nextCode: () => Promise<string>;
  /** The code after the present one, which the server accepts already. */
  readonly laterCode: () => string;
};

/** Joins as a new operator of this role, days ago, so that the account may confirm steps. */
export async function joinAs(page: Page, role: ConsoleRole): Promise<Joined> {
  const name = `${role}-${crypto.randomUUID().slice(0, 8)}`;
  await page.goto(await operatorAddress('invite', name, '--role', role));
  await page.getByLabel('Choose a password').fill(PASSWORD);
  const secret = (await page.locator('code').first().textContent()) ?? '';
  let used = codeOf(secret);
  await page.getByLabel('First code of the app').fill(used);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByLabel('I have stored the codes').check();
  await page.getByRole('button', { name: 'Open the console' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await oneRow(
    `update operators set joined_at = joined_at - interval '3 days' where name = $1 returning id`,
    [name],
  );
  return {
    name,
    laterCode: () => codeOf(secret, 30),
    // A code counts once, so the next one is waited for.
    async nextCode() {
      await expect.poll(() => codeOf(secret), { timeout: 40_000 }).not.toBe(used);
      used = codeOf(secret);
      return used;
    },
  };
}

/** Adds a passkey of the page's fingerprint reader. */
export async function addPasskey(page: Page, { laterCode }: Joined): Promise<void> {
  await page.goto('/me');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('office key');
  await page.getByLabel('Code from your app').fill(laterCode());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('cell', { name: 'office key', exact: true })).toBeVisible();
}

/** A fingerprint reader that always agrees. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The code of an authenticator app (RFC 6238) now, or so many seconds later. */
export function codeOf(secret: string, laterS = 0): string {
  const bits = secret
    .replaceAll(' ', '')
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
    .map((value) => value.toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1_000 + laterS) / 30)));
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
