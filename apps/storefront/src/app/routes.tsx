import { builtInScreen, lazyScreen, type LazyScreen } from './lazy-screen.tsx';
import type { Route, RouteName } from './route.ts';
import type { MessageId } from '../i18n/text.tsx';
import { Maintenance } from '../screens/Maintenance.tsx';
import { NotFound } from '../screens/NotFound.tsx';

const WHITE = '#ffffff';
const GREY = '#e9ebee';
const NIGHT = '#0e1224';
/** The theme's own page colour. */
const THEME = 'var(--bg)';

const bargain = lazyScreen('Bargain', () => import('../screens/Bargain/Screen.tsx'));
const card = lazyScreen('WeeklyCard', () => import('../screens/WeeklyCard/Screen.tsx'));
const cart = lazyScreen('Cart', () => import('../screens/Cart/Screen.tsx'));
const construction = lazyScreen('InConstruction', () => import('../screens/InConstruction.tsx'));
const cumulation = lazyScreen('Cumulation', () => import('../screens/Cumulation/Screen.tsx'));
const goodsList = lazyScreen('GoodsList', () => import('../screens/GoodsList.tsx'));
const home = lazyScreen('Home', () => import('../screens/Home/Screen.tsx'));
const iframe = lazyScreen('Iframe', () => import('../screens/Iframe/Screen.tsx'));
const items = lazyScreen('Items', () => import('../screens/Items/Screen.tsx'));
const login = lazyScreen('Login', () => import('../screens/Login/Screen.tsx'));
const maintenance = builtInScreen(Maintenance);
const mall = lazyScreen('MallCheckout', () => import('../screens/MallCheckout/Screen.tsx'));
const notFound = builtInScreen(NotFound);
const notOpen = lazyScreen('NotOpen', () => import('../screens/NotOpen.tsx'));
const orders = lazyScreen('Orders', () => import('../screens/Orders/Screen.tsx'));
const payment = lazyScreen('Payment', () => import('../screens/Payment/Screen.tsx'));
const result = lazyScreen('Result', () => import('../screens/Result.tsx'));

/** A page for everyone, at an address or at two (R16). */
function open(
  name: RouteName,
  paths: string | readonly string[],
  title: MessageId,
  screen: LazyScreen,
  more: Partial<Route> = {},
): Route {
  const own = { name, paths: [paths].flat(), title, screen };
  return { ...own, backColor: THEME, keepAlive: false, intercept: false, ...more };
}

/** A page for players with a session. */
const ofPlayer: typeof open = (name, paths, title, screen, more) =>
  open(name, paths, title, screen, { ...more, intercept: true });

const NO_SUCH_PAGE = { backColor: WHITE, rendered: true, status: 404 } as const;
const EVENTS = '/:project/activity';

/** Every route of the shop (R01–R20), first match wins. Addresses are written by paths.ts. */
export const ROUTES: readonly Route[] = [
  open('inConstruction', '/inConstruction', 'title.in_construction', construction, {
    backColor: GREY,
    rendered: true,
  }),
  open('maintenance', '/error/maintenance', 'title.maintenance', maintenance, { rendered: true }),
  open('mallCheckout', '/mallCheckout', 'title.mall_checkout', mall),
  open('webpay404', '/webpay/404', 'title.not_found', notFound, NO_SUCH_PAGE),
  open('login', '/login', 'title.login', login, { backColor: NIGHT, rendered: true }),
  open('home', '/:project', 'title.home', home, { rendered: true }),
  ofPlayer('goodsList', '/:project/goodsList', 'title.goods_list', goodsList, {
    rendered: 'known',
  }),
  ofPlayer('items', '/:project/items', 'title.items', items, { notYet: notOpen }),
  ofPlayer('cart', '/:project/cart', 'title.cart', cart, { notYet: notOpen }),
  ofPlayer('payment', '/:project/payment', 'title.payment', payment),
  ofPlayer('directPayment', '/:project/directPayment', 'title.payment', payment),
  ofPlayer('orders', '/:project/orders', 'title.orders', orders),
  open('iframe', '/:project/iframe', 'title.iframe', iframe),
  open('activityPayment', '/:project/activityPayment', 'title.payment', payment, {
    notYet: notOpen,
  }),
  open('actInquireOrder', '/:project/actInquireOrder', 'title.result', result),
  ofPlayer('bargainirg', `${EVENTS}/bargainirg`, 'title.bargain', bargain, { notYet: notOpen }),
  ofPlayer(
    'cumulation',
    [`${EVENTS}/cumulation`, `${EVENTS}/newCumulation`],
    'title.cumulation',
    cumulation,
    { notYet: notOpen },
  ),
  ofPlayer('card', `${EVENTS}/card`, 'title.card', card, { notYet: notOpen }),
  open('notFound', '*', 'title.not_found', notFound, NO_SUCH_PAGE),
];

/** R01, R03: addresses that only lead elsewhere. */
export const REDIRECTS: Readonly<Record<string, string>> = {
  '/': '/inConstruction',
  '/error': '/error/maintenance',
};
