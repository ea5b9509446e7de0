import type { CallPath } from './page-paths.ts';

const POST = { method: 'POST', website: false } as const;

/** The calls that carry a payment to a phone, which only their own pages load. */
export const PHONE_PATHS = {
  orderPhone: { ...POST, path: '/api/recharge/order/phone', session: 'required' },
  orderPhoneState: { ...POST, path: '/api/recharge/order/phone_state', session: 'required' },
  /** Their caller has its link and its key only. */
  phoneOrder: { ...POST, path: '/api/phone/order', session: 'none' },
  phonePay: { ...POST, path: '/api/phone/pay', session: 'none' },
} as const satisfies Record<string, CallPath>;
