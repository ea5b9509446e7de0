/** Version label of every page, and `ver` of every request (A08). */
export const VERSION_LABEL = 'v_WebPay_2.16.1_25091004';
