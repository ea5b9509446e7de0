import { expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { shownPicture } from './code-picture.ts';

const config = readConfig({
  WEBPAY_MODE: 'sandbox',
  PAYERMAX_PICTURE_HOSTS: 'https://pictures.wallet.example',
});

it('[F04] a page gets a picture of an origin that the merchant has named', () => {
  const address = 'https://pictures.wallet.example/qr/17?s=1';
  expect(shownPicture({ config }, address)).toBe(address);
});

it.each([
  'https://wallet.example/qr/17',
  'https://pictures.wallet.example.evil.example/qr',
  'https://pictures.wallet.example:8443/qr',
  'http://pictures.wallet.example/qr',
  'https://user:secret@pictures.wallet.example/qr',
  'javascript:alert(1)',
  '/qr',
  '',
])('no other address is given to a page: %s', (address) => {
  expect(shownPicture({ config }, address)).toBeNull();
});

it('the sandbox is the only origin by default', () => {
  const plain = { config: readConfig({}) };
  expect(plain.config.payermax.pictureHosts).toEqual(['http://localhost:4090']);
});
