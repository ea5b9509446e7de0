import * as v from 'valibot';

/** F13: the access password, the code of the in-game mail and the code of the picture (contract §3). */

/** What a code of the in-game mail is asked for; it serves that alone. */
export const MAIL_PURPOSES = ['pwd_set', 'pwd_change', 'pwd_remove', 'pwd_reset'] as const;
export type MailPurpose = (typeof MAIL_PURPOSES)[number];

/** What a picture's code may be asked for. */
export const IMAGE_PURPOSES = ['role', ...MAIL_PURPOSES] as const;
export type ImagePurpose = (typeof IMAGE_PURPOSES)[number];

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
/** One that stands already; what is too long cannot be it. */
const password = text(200);
/** A new one: its rules are answered by 20014 and 20015, not as a wrong form. */
const newPassword = { pwd: v.string(), pwd_confirm: v.string() };
/** What was read in the picture, and the picture's handle. */
export const imageCode = { v_code: v.optional(text(64)), v_code_md5: v.optional(text(512)) };
/** What stands in the in-game mail. */
const mailCode = { code: text(64) };

export const accessRequests = {
  /** With `purpose` the code serves that alone; with a session, no other session. */
  captcha: v.object({ purpose: v.optional(v.picklist(IMAGE_PURPOSES)) }),
  passwordSet: v.object({ ...newPassword, ...mailCode, ...imageCode }),
  passwordChange: v.object({ old_pwd: password, ...newPassword, ...mailCode, ...imageCode }),
  /** The mail's code decides; a password that is given must be right too. */
  passwordRemove: v.object({ pwd: v.optional(password), ...mailCode, ...imageCode }),
} as const;

export const captchaResult = v.object({ v_code_md5: v.string(), image: v.string() });

/** Also the `result` of 10038: when the next mail may be asked for. */
export const mailCodeResult = v.object({ resend_after_ms: v.number() });

/** `result` of 10067: what is left of the code's five tries; 0: another one is needed. */
export const wrongMailCode = v.object({ tries_left: v.number() });
