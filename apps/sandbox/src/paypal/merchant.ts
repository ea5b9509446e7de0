/** The only REST app; the shop's sandbox configuration has the same constants. */
export const CLIENT_ID = 'sandbox-client';
export const SECRET = 'sandbox-secret';
export const WEBHOOK_ID = '1JE42910TEST0001A';
export const MERCHANT_ID = 'TESTSHPA22222';
export const MERCHANT_EMAIL = 'shop@sandbox.invalid';

export const PAYER = {
  payer_id: 'SANDBXPAYER22',
  email_address: 'player@sandbox.invalid',
  name: { given_name: 'Sandy', surname: 'Box' },
  address: { country_code: 'US' },
};
