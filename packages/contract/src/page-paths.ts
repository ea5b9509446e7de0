/**
 * The store calls of the first page by name: address, method, session (contract §2, §3). Separate from calls.ts, so
 * that it loads no validation code.
 */
export type CallPath = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly session: 'none' | 'optional' | 'required';
  /** false where contract §3 marks the call with °: no `website_code`. */
  readonly website: boolean;
};

const post = <const Session extends CallPath['session']>(
  path: string,
  session: Session,
  website = true,
) => ({ method: 'POST' as const, path, session, website });

export const PAGE_PATHS = {
  heartbeat: { method: 'GET', path: '/api/common/heartbeat', session: 'none', website: false },
  configs: post('/api/common/website/configs', 'none'),
  regions: post('/api/common/region', 'none'),
  servers: post('/api/common/region/website_server', 'none'),
  /** A session from a link is bound to its character (10003). */
  role: post('/api/user/role', 'optional'),
  link: post('/api/user/link', 'none', false),
  logout: post('/api/user/logout', 'required', false),
  captcha: post('/api/common/captcha', 'optional', false),
  /** Needs a session, except `pwd_reset`, which needs the character. */
  mailCode: post('/api/user/mail_code', 'optional', false),
  passwordSet: post('/api/user/password/set', 'required', false),
  passwordChange: post('/api/user/password/change', 'required', false),
  passwordRemove: post('/api/user/password/remove', 'required', false),
  /** Confirms the browser for saved cards, by a code of the in-game mail. */
  deviceConfirm: post('/api/user/device/confirm', 'required', false),
  savedCards: post('/api/user/card/list', 'required', false),
  savedCardRemove: post('/api/user/card/remove', 'required', false),
  passwordReset: post('/api/user/password/reset', 'none', false),
  productLists: post('/api/recharge/product/lists', 'required'),
  productShelf: post('/api/recharge/product/shelf', 'none'),
  productPrices: post('/api/recharge/product/prices', 'none'),
  payChannels: post('/api/recharge/product/pay_channel', 'required'),
  cartGet: post('/api/cart/get', 'required', false),
  cartSet: post('/api/cart/set', 'required', false),
  cartRemove: post('/api/cart/remove', 'required', false),
  cartClearInvalid: post('/api/cart/clear_invalid', 'required', false),
  mallOrder: post('/api/mall/order', 'none', false),
  mallPay: post('/api/mall/pay', 'none', false),
  orderCreate: post('/api/recharge/order/create', 'required'),
  orderInquire: post('/api/common/order/inquire', 'optional', false),
  orderCancel: post('/api/common/order/cancel', 'optional', false),
  userOrders: post('/api/user/orders', 'required', false),
  userReceipt: post('/api/user/receipt', 'required', false),
  payermaxCard: post('/cp/payermax/recharge/card', 'optional', false),
  paypalCapture: post('/cp/paypal/recharge/captureOrder', 'optional', false),
  resolutionCreate: post('/api/user/resolution/create', 'required', false),
  resolutionList: post('/api/user/resolution/list', 'required', false),
  activityList: post('/api/activity/list', 'required'),
  activityRemind: post('/api/activity/remind', 'required'),
  bargainInfo: post('/api/activity/bargain/info', 'required'),
  bargainChoose: post('/api/activity/bargain/choose', 'required'),
  bargainClaim: post('/api/activity/bargain/claim', 'required'),
  bargainSpin: post('/api/activity/bargain/spin', 'required'),
  cumulationInfo: post('/api/activity/cumulation/info', 'required'),
  cumulationClaim: post('/api/activity/cumulation/claim', 'required'),
  cardInfo: post('/api/activity/card/info', 'required'),
  cardClaim: post('/api/activity/card/claim', 'required'),
} as const satisfies Record<string, CallPath>;
