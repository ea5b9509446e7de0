import { expect, it } from 'vitest';
import { supportMail } from './support-facts.ts';

it('[F16] writes a mail with a subject and one fact a line', () => {
  const url = new URL(
    supportMail('help@game.example', { subject: 'Order 1 & 2', lines: ['Name: Ná+va', '', 'x'] }),
  );
  expect(url.protocol).toBe('mailto:');
  expect(url.pathname).toBe('help@game.example');
  expect(url.search).not.toContain('+');
  expect(decodeURIComponent(url.search)).toBe('?subject=Order 1 & 2&body=Name: Ná+va\r\n\r\nx');
});

it('[F16] takes no mail fields from a configured address', () => {
  const url = supportMail('a@b.example?bcc=c@d.example', { subject: 's', lines: [] });
  expect(new URL(url).pathname).not.toContain('?');
  expect(url.match(/\?/g)).toHaveLength(1);
});
