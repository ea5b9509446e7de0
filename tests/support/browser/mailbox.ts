import { expect, type BrowserContext, type Locator } from '@playwright/test';
import * as v from 'valibot';
import { outside } from './outside.ts';

export type Mailbox = {
  readonly gameId: string;
  readonly serverId: string;
  readonly cid: string;
};

const answer = v.object({
  mails: v.array(
    v.object({ title: v.string(), delivery_id: v.nullable(v.string()), sent_at: v.number() }),
  ),
});

export type Mail = v.InferOutput<typeof answer>['mails'][number];

/** The game's own word on what lies in a mailbox. */
export async function mailsOf(
  box: Mailbox,
  sandboxUrl: string = outside().sandboxUrl,
): Promise<Mail[]> {
  const response = await fetch(`${sandboxUrl}/mail?${queryOf(box)}`);
  return v.parse(answer, await response.json()).mails;
}

/** Opens the sandbox's mailbox page beside the shop and waits for the mail. */
export async function seeMail(context: BrowserContext, box: Mailbox): Promise<Locator> {
  const page = await context.newPage();
  await page.goto(`${outside().sandboxUrl}/?${queryOf(box)}`);
  await expect(page.getByRole('heading', { name: `Mail for ${box.cid}` })).toBeVisible();
  const mail = page.locator('#mails > li');
  await expect(mail).toHaveCount(1);
  return mail;
}

function queryOf(box: Mailbox): string {
  return new URLSearchParams({
    game_id: box.gameId,
    server_id: box.serverId,
    cid: box.cid,
  }).toString();
}
