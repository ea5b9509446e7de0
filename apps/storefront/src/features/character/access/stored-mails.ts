import type { MailPurpose } from '@webpay/contract/access-shapes';
import { serverNow } from '../../../api/call.ts';
import type { Character } from './access-rules.ts';

/** Validity of a mailed code. */
const CODE_LASTS_MS = 10 * 60_000;

type Mail = { readonly sentAtMs: number | null; readonly resendAtMs: number };

/** Mails requested on this page, so that a reopened dialog continues where it was. */
const mails = new Map<string, Mail>();

const keyOf = (purpose: MailPurpose, { server_id, cid }: Character): string =>
  `${purpose}/${server_id}/${cid}`;

/** Time from which the next mail may be requested, ms since the epoch; 0: now. */
export function resendAt(purpose: MailPurpose, character: Character): number {
  return mails.get(keyOf(purpose, character))?.resendAtMs ?? 0;
}

/** Whether a mail was sent whose code is still valid. */
export function isMailed(purpose: MailPurpose, character: Character): boolean {
  const sentAtMs = mails.get(keyOf(purpose, character))?.sentAtMs ?? null;
  return sentAtMs !== null && serverNow() - sentAtMs < CODE_LASTS_MS;
}

export function storeMail(
  purpose: MailPurpose,
  character: Character,
  mail: { readonly isSent: boolean; readonly resendAfterMs: number },
): void {
  const key = keyOf(purpose, character);
  const now = serverNow();
  mails.set(key, {
    sentAtMs: mail.isSent ? now : (mails.get(key)?.sentAtMs ?? null),
    resendAtMs: now + mail.resendAfterMs,
  });
}

/** Called once the code has been used. */
export function removeMail(purpose: MailPurpose, character: Character): void {
  mails.delete(keyOf(purpose, character));
}
