/** The only merchant; the shop's sandbox configuration has the same constants. */
export const APP_ID = 'testapp0000000000000000000000001';
export const MERCHANT_NO = 'TEST010000000001';
