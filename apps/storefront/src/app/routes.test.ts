import { describe, expect, it } from 'vitest';
import { matchPage, matchRoute } from './match-route.ts';
import type { RouteName } from './route.ts';
import { screenOf } from './route.ts';
import { REDIRECTS, ROUTES } from './routes.tsx';

const INTERCEPTED: readonly RouteName[] = [
  'goodsList',
  'items',
  'cart',
  'payment',
  'directPayment',
  'orders',
  'bargainirg',
  'cumulation',
  'card',
];

describe('the table of routes', () => {
  it.each<[string, string, RouteName]>([
    ['R02', '/inConstruction', 'inConstruction'],
    ['R04', '/error/maintenance', 'maintenance'],
    ['R05', '/mallCheckout', 'mallCheckout'],
    ['R06', '/miniflix', 'home'],
    ['R07', '/miniflix/goodsList', 'goodsList'],
    ['R08', '/miniflix/items', 'items'],
    ['R09', '/miniflix/cart', 'cart'],
    ['R10', '/miniflix/payment', 'payment'],
    ['R11', '/miniflix/directPayment', 'directPayment'],
    ['F19', '/miniflix/orders', 'orders'],
    ['R12', '/miniflix/iframe', 'iframe'],
    ['R13', '/miniflix/activityPayment', 'activityPayment'],
    ['R14', '/miniflix/actInquireOrder', 'actInquireOrder'],
    ['R15', '/miniflix/activity/bargainirg', 'bargainirg'],
    ['R16', '/miniflix/activity/cumulation', 'cumulation'],
    ['R16', '/miniflix/activity/newCumulation', 'cumulation'],
    ['R17', '/miniflix/activity/card', 'card'],
    ['R18', '/webpay/404', 'webpay404'],
    ['R19', '/login', 'login'],
    ['R20', '/miniflix/nowhere', 'notFound'],
    ['R20', '/a/b/c/d', 'notFound'],
  ])('[%s] %s', (_id, path, name) => {
    expect(matchRoute(ROUTES, path).route.name).toBe(name);
  });

  it('[R01] [R03] redirects from / and /error', () => {
    expect(REDIRECTS).toEqual({ '/': '/inConstruction', '/error': '/error/maintenance' });
  });

  it('[R20] finds no page of another project', () => {
    expect(matchPage(ROUTES, '/nix', null).route.name).toBe('notFound');
    expect(matchPage(ROUTES, '/nix/goodsList', 'miniflix').route.name).toBe('notFound');
    expect(matchPage(ROUTES, '/miniflix', 'miniflix').route.name).toBe('home');
  });

  it('[R22] marks the pages that need a session, and keeps none alive', () => {
    const marked = ROUTES.filter((route) => route.intercept).map((route) => route.name);
    expect(marked).toEqual(INTERCEPTED);
    expect(ROUTES.some((route) => route.keepAlive)).toBe(false);
  });

  it('[R02] [R20] has the specified grey and white backgrounds', () => {
    const ground = (path: string) => matchRoute(ROUTES, path).route.backColor;
    expect(ground('/inConstruction')).toBe('#e9ebee');
    expect(ground('/webpay/404')).toBe('#ffffff');
    expect(ground('/no/such/page')).toBe('#ffffff');
  });

  it('shows "not open yet" until the project opens the page', () => {
    const later = ROUTES.find((route) => route.notYet);
    if (!later?.notYet) throw new Error('no route opens later');
    expect(screenOf(later, { open_screens: [] })).toBe(later.notYet);
    expect(screenOf(later, null)).toBe(later.notYet);
    expect(screenOf(later, { open_screens: [later.name] })).toBe(later.screen);
  });
});
