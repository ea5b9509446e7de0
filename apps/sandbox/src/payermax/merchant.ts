/** The one merchant this gateway knows; the shop's sandbox configuration carries the same constants. */
export const APP_ID = 'testapp0000000000000000000000001';
export const MERCHANT_NO = 'TEST010000000001';
