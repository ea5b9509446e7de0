import { ACCESS } from './scenes/access.ts';
import { BARGAIN } from './scenes/bargain.ts';
import { CART } from './scenes/cart.ts';
import { EVENTS } from './scenes/events.ts';
import { HOME } from './scenes/home.ts';
import { MONEY_BACK } from './scenes/money-back.ts';
import { ORDERS } from './scenes/orders.ts';
import { PAYMENT } from './scenes/payment.ts';
import { LINKS, MALL, PLAIN } from './scenes/plain.ts';
import { REFUSED } from './scenes/refused.ts';
import { REQUESTS } from './scenes/requests.ts';
import { RESULT } from './scenes/result.ts';
import type { Scenes } from './scenes/scene.ts';
import { SHELF } from './scenes/shelf.ts';
import { WAYS } from './scenes/ways.ts';

/** Every screen in every relevant state, by the name of its picture. */
export const PICTURED: Scenes = {
  ...PLAIN,
  ...HOME,
  ...ACCESS,
  ...SHELF,
  ...CART,
  ...PAYMENT,
  ...WAYS,
  ...RESULT,
  ...MALL,
  ...LINKS,
  ...ORDERS,
  ...MONEY_BACK,
  ...REFUSED,
  ...REQUESTS,
  ...EVENTS,
  ...BARGAIN,
};
