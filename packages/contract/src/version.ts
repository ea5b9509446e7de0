/** The version label every page shows and every request carries as `ver` (A08). */
export const VERSION_LABEL = 'v_WebPay_2.16.1_25091004';
