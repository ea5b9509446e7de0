import type { Configs } from '@webpay/contract/calls';

const CART_LIMIT = 10;
const CART_USD_LIMIT = 1000;

type Read =
  | 'game_id'
  | 'pwd_status'
  | 'service_email'
  | 'cart_limit'
  | 'cart_usd_limit'
  | 'use_usd_limit';

/** Reads S12's limits; the dollar limit counts only where the project enables it. */
export function limitsOf(configs: Pick<Configs, Read>) {
  return {
    gameId: configs.game_id,
    pwdStatus: configs.pwd_status,
    email: configs.service_email,
    cartLimit: configs.cart_limit > 0 ? configs.cart_limit : CART_LIMIT,
    cartUsbLimit:
      configs.use_usd_limit && configs.cart_usd_limit > 0 ? configs.cart_usd_limit : CART_USD_LIMIT,
  };
}
