import type { Cart, Configs } from '@webpay/contract/calls';

const CART_LIMIT = 10;
const CART_USD_LIMIT = 1000;

type Read =
  | 'game_id'
  | 'pwd_status'
  | 'service_email'
  | 'cart_limit'
  | 'cart_usd_limit'
  | 'use_usd_limit';

/**
 * Reads S12's configuration state. The dollar limit counts only where the project enables it.
 * @param cart wins where given: its limits are newer than those the page was loaded with
 */
export function limitsOf(configs: Pick<Configs, Read>, cart?: Pick<Cart, 'limits'>) {
  const limits = cart?.limits ?? {
    cart_limit: configs.cart_limit,
    cart_usd_limit: configs.use_usd_limit ? configs.cart_usd_limit : 0,
  };
  return {
    gameId: configs.game_id,
    pwdStatus: configs.pwd_status,
    email: configs.service_email,
    cartLimit: limits.cart_limit > 0 ? limits.cart_limit : CART_LIMIT,
    cartUsbLimit: limits.cart_usd_limit > 0 ? limits.cart_usd_limit : CART_USD_LIMIT,
  };
}
