import type { MailPurpose } from '@webpay/contract/access-shapes';
import type { Ctx } from '../../context.ts';
import type { Mail } from '../../games/port.ts';
import type { Queries } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import { fillSlots, mailTexts } from '../mail/texts.ts';
import { isCallOfCrowd } from '../players/network-budgets.ts';
import type { LookupCaller } from '../players/lookup-budgets.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import {
  markUnconfirmed,
  dropMailCode,
  lockPlayerForMail,
  mailsBefore,
  saveMailCode,
} from './queries.ts';
import { keyedHash } from './keyed-hash.ts';
import { mailCodeHash, newMailCode } from './mail-code.ts';
import { MAIL_CODE_LIFE_MS, MAILS_A_MINUTE, MAILS_AN_HOUR, mailWait } from './rules.ts';

export type CodeRecipient = {
  readonly project: Project;
  readonly playerId: number;
  readonly serverId: string;
  readonly cid: string;
  readonly lang: string;
  readonly network: string;
  /** Its network's mails are counted; null where the call has given an image code. */
  readonly counted: LookupCaller | null;
};

/** @throws Refusal TOO_MANY_MAIL_CODES with `resend_after_ms`, IMAGE_CODE_REQUIRED of a network with many mails, MAIL_NOT_SENT */
export async function sendMailCode(ctx: Ctx, purpose: MailPurpose, to: CodeRecipient) {
  const code = newMailCode(ctx);
  // Stored before sending: every delivered code works, and concurrent calls send one mail.
  const { n } = await saveCode(ctx, purpose, code, to);
  const mail = mailOfCode({ ...to, id: ctx.randomBytes(15).toString('base64url'), code, purpose });
  const answer = await ctx.games.sendMail(to.project.gameAddress, mail);
  if (answer.kind !== 'sent') {
    // After silence the code stays valid, in case the mail arrives.
    await ctx.db.run(answer.kind === 'silent' ? markUnconfirmed : dropMailCode, { n });
    ctx.log.warn({ game: to.project.gameId, said: answer.kind }, 'a mail with a code was not sent');
    throw new Refusal('MAIL_NOT_SENT');
  }
  return { resend_after_ms: await waitOf(ctx, ctx.db, to.playerId) };
}

async function saveCode(
  ctx: Ctx,
  purpose: MailPurpose,
  code: string,
  { playerId, network, counted }: CodeRecipient,
) {
  return ctx.db.transaction(async (tx) => {
    await tx.one(lockPlayerForMail, { playerId });
    const wait = await waitOf(ctx, tx, playerId);
    if (wait > 0) throw new Refusal('TOO_MANY_MAIL_CODES', { resend_after_ms: wait });
    // After the character's own limit: refused requests of one character use up no budget of its neighbours.
    if (counted !== null && (await isCallOfCrowd({ ...ctx, db: tx }, 'mails', counted))) {
      throw new Refusal('IMAGE_CODE_REQUIRED');
    }
    const requestedAt = ctx.clock.now();
    return tx.one(saveMailCode, {
      playerId,
      purpose,
      codeHash: mailCodeHash(ctx, code, { playerId, purpose }),
      requestedFrom: keyedHash(ctx, 'network', network),
      requestedAt,
      expiresAt: new Date(requestedAt.getTime() + MAIL_CODE_LIFE_MS),
    });
  });
}

async function waitOf(ctx: Ctx, db: Queries, playerId: number): Promise<number> {
  const scaled = (limit: number) => Math.max(1, Math.floor(limit * ctx.config.limitScale));
  const now = ctx.clock.now();
  const limits = { minuteLimit: scaled(MAILS_A_MINUTE), hourLimit: scaled(MAILS_AN_HOUR) };
  const before = await db.one(mailsBefore, { playerId, now, ...limits });
  return mailWait(before, now.getTime());
}

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
  return {
    serverId,
    cid,
    key: `code:${id}`,
    title,
    body: fillSlots(body, slots),
    items: [],
    purchase: null,
  };
}
