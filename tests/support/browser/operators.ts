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
};

/** Joins as a new operator of this role, days ago, so that the account may confirm steps. */
export async function joinAs(page: Page, role: ConsoleRole): Promise<Joined> {
  const name = `${role}-${crypto.randomUUID().slice(0, 8)}`;
  await page.goto(await operatorAddress('invite', name, '--role', role));
  await page.getByLabel('Choose a password').fill(PASSWORD);
  const secret = (await page.locator('code').first().textContent()) ?? '';
  await page.getByLabel('First code of the app').fill(codeOf(secret));
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
    // A code counts once (step-up.test.ts), and half a minute is long: the server forgets the last one.
    async nextCode() {
      await oneRow('update operators set totp_step = null where name = $1 returning id', [name]);
      return codeOf(secret);
    },
  };
}

/** Adds a passkey of the page's fingerprint reader. */
export async function addPasskey(page: Page, { nextCode }: Joined): Promise<void> {
  await page.goto('/me');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('office key');
  await page.getByLabel('Code from your app').fill(await nextCode());
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

const STEP_MS = 30_000;
const stepNow = (): number => Math.floor(Date.now() / STEP_MS);

/** The code of an authenticator app (RFC 6238) now, or so many codes later. */
export const codeOf = (secret: string, later = 0): string => codeAt(secret, stepNow() + later);

function codeAt(secret: string, step: number): string {
  const bits = secret
    .replaceAll(' ', '')
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
    .map((value) => value.toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
