import { MAIL_PURPOSES } from '@webpay/contract/access-shapes';
import { LANGUAGES } from '@webpay/contract/languages';
import { expect, it } from 'vitest';
import { newMailCode } from './mail-code.ts';
import { mailOfCode } from './send-mail-code.ts';

const parts = { id: '123456', serverId: '123456', cid: '123456' };

it.each(LANGUAGES)(
  '[F13] code mails in %s name their purpose and contain one run of six digits',
  (lang) => {
    const mails = MAIL_PURPOSES.map((purpose) =>
      mailOfCode({ ...parts, purpose, lang, code: '048213' }),
    );
    for (const { title, body, items } of mails) {
      expect(title.length).toBeLessThanOrEqual(60);
      expect(title).not.toMatch(/\d/);
      expect(body.match(/(?<!\d)\d{6}(?!\d)/g)).toEqual(['048213']);
      expect(body).toContain('10');
      expect(body).not.toMatch(/[{}]/);
      expect(items).toEqual([]);
    }
    expect(new Set(mails.map(({ body }) => body)).size).toBe(MAIL_PURPOSES.length);
  },
);

it('[F13] a mail code has six digits, each value equally likely', () => {
  const given = [0xff_ff_ff_ff, 4_294_000_000, 48_213];
  const randomBytes = () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(given.shift() ?? 0);
    return bytes;
  };
  // Numbers from 4,294,000,000 are rejected: they would make codes below 967,296 more likely.
  expect(newMailCode({ randomBytes })).toBe('048213');
  expect(given).toEqual([]);
});
