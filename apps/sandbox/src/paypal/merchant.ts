import type { Account } from '../account.ts';
export const SECRET = 'sandbox-secret';

/** The REST apps; the shop's sandbox configuration has the constants of the first. */
export const MERCHANTS = {
  first: {
    clientId: 'sandbox-client',
    webhookId: '1JE42910TEST0001A',
    merchantId: 'TESTSHPA22222',
    email: 'shop@sandbox.invalid',
    /** Below the address of webhooks. */
    path: '',
  },
  second: {
    clientId: 'sandbox-client-2',
    webhookId: '1JE42910TEST0002B',
    merchantId: 'TESTSHPB22222',
    email: 'second@sandbox.invalid',
    path: '/second',
  },
} as const satisfies Record<Account, object>;
/** The only secret of the second app. */
export const SECOND_SECRET = 'sandbox-secret-2';

export const PAYER = {
  payer_id: 'SANDBXPAYER22',
  email_address: 'player@sandbox.invalid',
  name: { given_name: 'Sandy', surname: 'Box' },
  address: { country_code: 'US' },
};

/** PayPal's own number of the payer, as a kept wallet names it. */
export const CUSTOMER_ID = 'TESTCUSTOMER1';
