import * as v from 'valibot';

/** F13: access password, mail code and image code (contract §3). */

/** Purposes of a mail code; a code serves one purpose. */
export const MAIL_PURPOSES = [
  'pwd_set',
  'pwd_change',
  'pwd_remove',
  'pwd_reset',
  'device',
] as const;
export type MailPurpose = (typeof MAIL_PURPOSES)[number];

export const IMAGE_PURPOSES = ['role', ...MAIL_PURPOSES] as const;
export type ImagePurpose = (typeof IMAGE_PURPOSES)[number];

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
/** An existing password; a longer text cannot match. */
const password = text(200);
/** A new one: violations of its rules answer 20014 and 20015, not 10000. */
const newPassword = { pwd: v.string(), pwd_confirm: v.string() };
export const imageCode = {
  v_code: v.optional(text(64)),
  v_code_md5: v.optional(text(512)),
  /** SHA-256 of the picture's salt followed by it begins with as many zero bits as the picture asks for. */
  v_code_work: v.optional(text(128)),
};
const mailCode = { code: text(64) };

export const accessRequests = {
  /** With `purpose` the code serves that alone; with a session, that session alone. */
  captcha: v.object({ purpose: v.optional(v.picklist(IMAGE_PURPOSES)) }),
  passwordSet: v.object({ ...newPassword, ...mailCode, ...imageCode }),
  passwordChange: v.object({ old_pwd: password, ...newPassword, ...mailCode, ...imageCode }),
  /** The mail code decides; a password, when sent, must be right too. */
  passwordRemove: v.object({ pwd: v.optional(password), ...mailCode, ...imageCode }),
  deviceConfirm: v.object({ ...mailCode, ...imageCode }),
} as const;

export const captchaResult = v.object({
  v_code_md5: v.string(),
  image: v.string(),
  /** Null: a call with this code needs no `v_code_work`. */
  work: v.nullable(v.object({ salt: v.string(), bits: v.number() })),
});

/** Also `result` of 10038: time until the next mail. */
export const mailCodeResult = v.object({ resend_after_ms: v.number() });
