import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ConsoleRequest, ConsoleResult } from '@webpay/contract/console/calls';
import { CONSOLE_API, OPERATIONS } from '@webpay/contract/console/operations';
import type { ConsoleRole } from '@webpay/contract/console/permissions';
import { operatorAddress } from './console.ts';
import { consoleUrl, oneRow } from './shop.ts';
import { expect } from './test.ts';

const FROM_CONSOLE = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };
export const PASSWORD = 'nine blue kites over the harbour';

/** An operator who joined by an invitation, and the secret of the one-time codes. */
export type Joined = {
  readonly name: string;
  readonly nextCode: () => Promise<string>;
};

/**
 * Joins as a new operator of this role by calls, days ago, so that the account may confirm steps. The page's next screen of
 * the console is this operator's; access.spec joins by pages.
 */
export async function joinAs(page: Page, role: ConsoleRole): Promise<Joined> {
  const name = `${role}-${crypto.randomUUID().slice(0, 8)}`;
  const token = new URL(await operatorAddress('invite', name, '--role', role)).hash.slice(1);
  const { secret } = await call(page, 'readInvitation', { token });
  await call(page, 'join', { token, password: PASSWORD, code: codeOf(secret) });
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

/** Calls the console as its page does; a session's cookie stays in the page's context. */
async function call<N extends 'readInvitation' | 'join'>(
  page: Page,
  name: N,
  data: ConsoleRequest<N>,
): Promise<ConsoleResult<N>> {
  const address = consoleUrl() + CONSOLE_API + OPERATIONS[name].path;
  const answer = await page.request.post(address, { data, headers: FROM_CONSOLE });
  if (!answer.ok()) throw new Error(`${name} answers ${answer.status()}: ${await answer.text()}`);
  // The server checks every answer against the shape of its operation.
  return (await answer.json()) as ConsoleResult<N>;
}

/** Opens the console's first screen, whose keys work from then on. */
export async function openConsole(page: Page): Promise<void> {
  await page.goto(consoleUrl());
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
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
