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

/** The row of an address without a page. */
const NO_SUCH_PAGE = {
  backColor: WHITE,
  keepAlive: false,
  intercept: false,
  title: 'title.not_found',
  screen: builtInScreen(NotFound),
  rendered: true,
  status: 404,
} satisfies Partial<Route>;

/** Every route of the shop (R01–R20), first match wins. Addresses are written by paths.ts. */
export const ROUTES: readonly Route[] = [
  {
    name: 'inConstruction',
    paths: ['/inConstruction'],
    backColor: GREY,
    keepAlive: false,
    intercept: false,
    title: 'title.in_construction',
    screen: lazyScreen('InConstruction', () => import('../screens/InConstruction.tsx')),
    rendered: true,
  },
  {
    name: 'maintenance',
    paths: ['/error/maintenance'],
    backColor: THEME,
    keepAlive: false,
    intercept: false,
    title: 'title.maintenance',
    screen: builtInScreen(Maintenance),
    rendered: true,
  },
  {
    name: 'mallCheckout',
    paths: ['/mallCheckout'],
    backColor: THEME,
    keepAlive: false,
    intercept: false,
    title: 'title.mall_checkout',
    screen: lazyScreen('MallCheckout', () => import('../screens/MallCheckout/Screen.tsx')),
  },
  {
    name: 'webpay404',
    paths: ['/webpay/404'],
    ...NO_SUCH_PAGE,
  },
  {
    name: 'login',
    paths: ['/login'],
    backColor: THEME,
    keepAlive: false,
    intercept: false,
    title: 'title.login',
    screen: lazyScreen('Login', () => import('../screens/Login/Screen.tsx')),
    rendered: true,
  },
  {
    name: 'home',
    paths: ['/:project'],
    backColor: THEME,
    keepAlive: false,
    intercept: false,
    title: 'title.home',
    screen: lazyScreen('Home', () => import('../screens/Home/Screen.tsx')),
    rendered: true,
  },
  {
    name: 'goodsList',
    paths: ['/:project/goodsList'],
    backColor: THEME,
    keepAlive: false,
    intercept: true,
    title: 'title.goods_list',
    screen: lazyScreen('GoodsList', () => import('../screens/GoodsList.tsx')),
    rendered: 'known',
  },
  {
    name: 'items',
    paths: ['/:project/items'],
    backColor: THEME,
    keepAlive: false,
    intercept: true,
    title: 'title.items',
    screen: lazyScreen('Items', () => import('../screens/Items/Screen.tsx')),
    notYet: notOpen,
  },
  {
    name: 'cart',
    paths: ['/:project/cart'],
    backColor: THEME,
    keepAlive: false,
    intercept: true,
    title: 'title.cart',
    screen: lazyScreen('Cart', () => import('../screens/Cart/Screen.tsx')),
    notYet: notOpen,
  },
  {
    name: 'payment',
    paths: ['/:project/payment'],
    backColor: THEME,
    keepAlive: false,
    intercept: true,
    title: 'title.payment',
    screen: payment,
  },
  {
    name: 'directPayment',
    paths: ['/:project/directPayment'],
    backColor: THEME,
    keepAlive: false,
    intercept: true,
    title: 'title.payment',
    screen: payment,
  },
  {
    name: 'orders',
    paths: ['/:project/orders'],
    backColor: THEME,
    keepAlive: false,
    intercept: true,
    title: 'title.orders',
    screen: lazyScreen('Orders', () => import('../screens/Orders/Screen.tsx')),
  },
  {
    name: 'iframe',
    paths: ['/:project/iframe'],
    backColor: THEME,
    keepAlive: false,
    intercept: false,
    title: 'title.iframe',
    screen: lazyScreen('Iframe', () => import('../screens/Iframe/Screen.tsx')),
  },
  {
    name: 'activityPayment',
    paths: ['/:project/activityPayment'],
    backColor: THEME,
    keepAlive: false,
    intercept: false,
    title: 'title.payment',
    screen: payment,
    notYet: notOpen,
  },
  {
    name: 'actInquireOrder',
    paths: ['/:project/actInquireOrder'],
    backColor: THEME,
    keepAlive: false,
    intercept: false,
    title: 'title.result',
    screen: lazyScreen('Result', () => import('../screens/Result.tsx')),
  },
  {
    name: 'bargainirg',
    paths: ['/:project/activity/bargainirg'],
    backColor: THEME,
    keepAlive: false,
    intercept: true,
    title: 'title.bargain',
    screen: lazyScreen('Bargain', () => import('../screens/Bargain/Screen.tsx')),
    notYet: notOpen,
  },
  {
    name: 'cumulation',
    paths: ['/:project/activity/cumulation', '/:project/activity/newCumulation'],
    backColor: THEME,
    keepAlive: false,
    intercept: true,
    title: 'title.cumulation',
    screen: lazyScreen('Cumulation', () => import('../screens/Cumulation/Screen.tsx')),
    notYet: notOpen,
  },
  {
    name: 'card',
    paths: ['/:project/activity/card'],
    backColor: THEME,
    keepAlive: false,
    intercept: true,
    title: 'title.card',
    screen: lazyScreen('WeeklyCard', () => import('../screens/WeeklyCard/Screen.tsx')),
    notYet: notOpen,
  },
  {
    name: 'notFound',
    paths: ['*'],
    ...NO_SUCH_PAGE,
  },
];

/** R01, R03: addresses that only lead elsewhere. */
export const REDIRECTS: Readonly<Record<string, string>> = {
  '/': '/inConstruction',
  '/error': '/error/maintenance',
};
