import type { Configs } from '@webpay/contract/calls';
import type { MessageId, Translate } from '../i18n/text.tsx';
import type { LazyScreen } from './lazy-screen.tsx';

export type RouteName =
  | 'inConstruction'
  | 'maintenance'
  | 'mallCheckout'
  | 'webpay404'
  | 'login'
  | 'notFound'
  | 'home'
  | 'goodsList'
  | 'items'
  | 'cart'
  | 'payment'
  | 'directPayment'
  | 'orders'
  | 'iframe'
  | 'activityPayment'
  | 'actInquireOrder'
  | 'bargainirg'
  | 'cumulation'
  | 'card';

/** One row of the table in routes.tsx. */
export type Route = {
  readonly name: RouteName;
  /** `/:project/cart`, or `*` for any address; two addresses may lead to one page (R16). */
  readonly paths: readonly string[];
  readonly backColor: string;
  readonly keepAlive: false;
  readonly intercept: boolean;
  /** Second half of the title "Game · Screen". */
  readonly title: MessageId;
  readonly screen: LazyScreen;
  /** Rendered by the server, always or for known players only; other pages arrive as a skeleton. */
  readonly rendered?: true | 'known';
  readonly status?: 404;
  /** Shown where `configs.open_screens` does not name the page. */
  readonly notYet?: LazyScreen;
};

/** Returns the screen of a route in a project with this configuration. */
export function screenOf(route: Route, configs: Pick<Configs, 'open_screens'> | null): LazyScreen {
  if (!route.notYet || configs?.open_screens.includes(route.name)) return route.screen;
  return route.notYet;
}

/** Returns "Game · Screen", or the screen alone on pages of no project. */
export function pageTitle(t: Translate, game: string | undefined, screen: MessageId): string {
  return game === undefined || game === ''
    ? t(screen)
    : t('title.page', { game, screen: t(screen) });
}
