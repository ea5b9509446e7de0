import { useState } from 'react';
import { navigate } from '../../router/history.ts';
import { Redirect, useLocation } from '../../router/location.tsx';
import { useConfigs, useProject } from '../../api/page.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import {
  eventTargetOf,
  leftCheckout,
  nameOfTarget,
  storedCheckout,
  type Target,
  targetOf,
} from '../../features/checkout/payment/checkout.ts';
import { QueryProvider } from '../../features/account/query.tsx';
import { isSameCharacter } from '../../features/account/other-character.ts';
import { useSession } from '../../features/account/use-session.ts';
import type { Checkout as StoredCheckout, UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { isEventSource, orderOf, paths } from '../../router/paths.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { Checkout } from './Checkout.tsx';
import { PaidOrder } from './PaidOrder.tsx';
import { GoodsGone, OtherCharacter } from './States.tsx';

/** R10, R11, R13: shows the fragment's order, else sells what address or checkout name. */
export default function Payment() {
  const session = useSession();
  const project = useProject();
  const { pathname } = useLocation();
  const [user, setUser] = useState(session ?? null);
  // Another tab may log in another character: this page keeps its own (S12).
  const isOurs = user === null || (!!session && isSameCharacter(session.role, user.role));
  if (session && session !== user && isOurs) setUser(session);
  // Only event payment pages are open without a session; the guard redirects from the others.
  if (session === null && pathname === paths.activityPayment(project)) return <NothingToPay />;
  return session && user ? (
    <QueryProvider>
      <Purchase user={user} />
    </QueryProvider>
  ) : null;
}

function Purchase({ user }: { readonly user: UserInfo }) {
  const project = useProject();
  const { open_screens: open } = useConfigs();
  const { pathname, search, hash, key } = useLocation();
  const token = orderOf(hash);
  // Every visit starts anew: the next attempt to pay an order has the same address.
  if (token !== null) return <PaidOrder key={`${token}/${key}`} token={token} user={user} />;
  const isEvent = pathname === paths.activityPayment(project);
  const ofThisPage = (checkout: StoredCheckout | null) =>
    checkout !== null && isEventSource(checkout.source) === isEvent ? checkout : null;
  const stored = ofThisPage(storedCheckout(project, user));
  const left = ofThisPage(leftCheckout(project, user));
  const asked = isEvent ? eventTargetOf(search) : targetOf(search);
  // An unreadable target must not show another purchase.
  if (asked === 'unreadable') return <GoodsGone source="direct" />;
  if (left !== null && isSamePurchase(left, asked)) {
    return <OtherCharacter was={left.character} now={user.role} target={left} />;
  }
  if (pathname === paths.payment(project) && stored?.source !== 'cart' && open.includes('cart')) {
    // This address pays the cart, never the last single purchase; the cart page selects its items.
    return <Redirect to={paths.cart(project)} />;
  }
  const target = asked ?? stored;
  return target === null ? (
    <NothingToPay />
  ) : (
    <Checkout key={nameOfTarget(target)} user={user} target={target} />
  );
}

/** True when the address still names a purchase of another character. */
function isSamePurchase(left: Target, asked: Target | null): boolean {
  return asked === null ? left.source === 'cart' : nameOfTarget(left) === nameOfTarget(asked);
}

function NothingToPay() {
  const t = useText();
  const project = useProject();
  const { art } = useConfigs().theme;
  const hasPlayer = useSession() !== null;
  return (
    <ShopFrame>
      <TopBar heading="p" title={t('payment.title')} />
      <EmptyState
        heading="h1"
        title={t(hasPlayer ? 'payment.nothing' : 'home.who')}
        picture={art['basket'] && <img src={art['basket']} alt="" width="100%" />}
      >
        {t(hasPlayer ? 'payment.nothing_text' : 'home.enter_id_first')}
      </EmptyState>
      <BottomBar>
        <Button
          wide
          onClick={() => navigate(hasPlayer ? paths.goodsList(project) : paths.home(project))}
        >
          {t('payment.to_shop')}
        </Button>
      </BottomBar>
    </ShopFrame>
  );
}
