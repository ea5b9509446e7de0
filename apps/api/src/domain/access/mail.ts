import type { MailPurpose } from '@webpay/contract/access-shapes';
import type { Mail } from '../../games/port.ts';
import { fillSlots, mailTexts } from '../mail/texts.ts';
import { MAIL_CODE_LIFE_MS } from './rules.ts';

/** Contains no other text with six digits, so that a reader finds one code (contract §3). */
export function mailOfCode(mail: {
  readonly id: string;
  readonly code: string;
  readonly purpose: MailPurpose;
  readonly lang: string;
  readonly serverId: string;
  readonly cid: string;
}): Mail {
  const { title, body, [mail.purpose]: what } = mailTexts(mail.lang).access_code;
  const slots = { code: mail.code, what, minutes: String(MAIL_CODE_LIFE_MS / 60_000) };
  const { serverId, cid, id } = mail;
  return { serverId, cid, key: `code:${id}`, title, body: fillSlots(body, slots), items: [] };
}
