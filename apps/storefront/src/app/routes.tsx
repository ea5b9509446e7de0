import { builtInScreen, lazyScreen } from './lazy-screen.tsx';
import type { Route } from './route.ts';
import { Maintenance } from '../screens/Maintenance.tsx';
import { NotFound } from '../screens/NotFound.tsx';

const WHITE = '#ffffff';
const GREY = '#e9ebee';
/** The theme's own page colour. */
const THEME = 'var(--bg)';

const notOpen = lazyScreen('NotOpen', () => import('../screens/NotOpen.tsx'));
const payment = lazyScreen('Payment', () => import('../screens/Payment/Screen.tsx'));

/** A page for everyone. */
const OPEN = { backColor: THEME, keepAlive: false, intercept: false } as const;
/** A page for players with a session. */
const INTERCEPTED = { ...OPEN, intercept: true } as const;

/** The row of an address without a page. */
const NO_SUCH_PAGE = {
  ...OPEN,
  backColor: WHITE,
  title: 'title.not_found',
  screen: builtInScreen(NotFound),
  rendered: true,
  status: 404,
} satisfies Partial<Route>;

/** Every route of the shop (R01–R20), first match wins. Addresses are written by paths.ts. */
export const ROUTES: readonly Route[] = [
  {
    ...OPEN,
    name: 'inConstruction',
    paths: ['/inConstruction'],
    backColor: GREY,
    title: 'title.in_construction',
    screen: lazyScreen('InConstruction', () => import('../screens/InConstruction.tsx')),
    rendered: true,
  },
  {
    ...OPEN,
    name: 'maintenance',
    paths: ['/error/maintenance'],
    title: 'title.maintenance',
    screen: builtInScreen(Maintenance),
    rendered: true,
  },
  {
    ...OPEN,
    name: 'mallCheckout',
    paths: ['/mallCheckout'],
    title: 'title.mall_checkout',
    screen: lazyScreen('MallCheckout', () => import('../screens/MallCheckout/Screen.tsx')),
  },
  { ...NO_SUCH_PAGE, name: 'webpay404', paths: ['/webpay/404'] },
  {
    ...OPEN,
    name: 'login',
    paths: ['/login'],
    title: 'title.login',
    screen: lazyScreen('Login', () => import('../screens/Login/Screen.tsx')),
    rendered: true,
  },
  {
    ...OPEN,
    name: 'home',
    paths: ['/:project'],
    title: 'title.home',
    screen: lazyScreen('Home', () => import('../screens/Home/Screen.tsx')),
    rendered: true,
  },
  {
    ...INTERCEPTED,
    name: 'goodsList',
    paths: ['/:project/goodsList'],
    title: 'title.goods_list',
    screen: lazyScreen('GoodsList', () => import('../screens/GoodsList.tsx')),
    rendered: 'known',
  },
  {
    ...INTERCEPTED,
    name: 'items',
    paths: ['/:project/items'],
    title: 'title.items',
    screen: lazyScreen('Items', () => import('../screens/Items/Screen.tsx')),
    notYet: notOpen,
  },
  {
    ...INTERCEPTED,
    name: 'cart',
    paths: ['/:project/cart'],
    title: 'title.cart',
    screen: lazyScreen('Cart', () => import('../screens/Cart/Screen.tsx')),
    notYet: notOpen,
  },
  {
    ...INTERCEPTED,
    name: 'payment',
    paths: ['/:project/payment'],
    title: 'title.payment',
    screen: payment,
  },
  {
    ...INTERCEPTED,
    name: 'directPayment',
    paths: ['/:project/directPayment'],
    title: 'title.payment',
    screen: payment,
  },
  {
    ...INTERCEPTED,
    name: 'orders',
    paths: ['/:project/orders'],
    title: 'title.orders',
    screen: lazyScreen('Orders', () => import('../screens/Orders/Screen.tsx')),
  },
  {
    ...OPEN,
    name: 'iframe',
    paths: ['/:project/iframe'],
    title: 'title.iframe',
    screen: lazyScreen('Iframe', () => import('../screens/Iframe/Screen.tsx')),
  },
  {
    ...OPEN,
    name: 'activityPayment',
    paths: ['/:project/activityPayment'],
    title: 'title.payment',
    screen: payment,
    notYet: notOpen,
  },
  {
    ...OPEN,
    name: 'actInquireOrder',
    paths: ['/:project/actInquireOrder'],
    title: 'title.result',
    screen: lazyScreen('Result', () => import('../screens/Result.tsx')),
  },
  {
    ...INTERCEPTED,
    name: 'bargainirg',
    paths: ['/:project/activity/bargainirg'],
    title: 'title.bargain',
    screen: lazyScreen('Bargain', () => import('../screens/Bargain/Screen.tsx')),
    notYet: notOpen,
  },
  {
    ...INTERCEPTED,
    name: 'cumulation',
    paths: ['/:project/activity/cumulation', '/:project/activity/newCumulation'],
    title: 'title.cumulation',
    screen: lazyScreen('Cumulation', () => import('../screens/Cumulation/Screen.tsx')),
    notYet: notOpen,
  },
  {
    ...INTERCEPTED,
    name: 'card',
    paths: ['/:project/activity/card'],
    title: 'title.card',
    screen: lazyScreen('WeeklyCard', () => import('../screens/WeeklyCard/Screen.tsx')),
    notYet: notOpen,
  },
  { ...NO_SUCH_PAGE, name: 'notFound', paths: ['*'] },
];

/** R01, R03: addresses that only lead elsewhere. */
export const REDIRECTS: Readonly<Record<string, string>> = {
  '/': '/inConstruction',
  '/error': '/error/maintenance',
};
