import { useRef, useState } from 'react';
import { navigate } from '../../../router/history.ts';
import { useLocation } from '../../../router/location.tsx';
import { withOrder } from '../../../router/paths.ts';
import { outsideLayers } from '../../../router/back-layers.ts';
import { useProject } from '../../../api/page.tsx';
import { isOtherCharacter } from '../../account/other-character.ts';
import type { Checkout, UserInfo } from '../../../browser/storage.ts';
import { storage } from '../../../browser/storage.ts';
import { newOrderKey, resumeOrBegin, storedCheckout, type Target } from './checkout.ts';
import { type Opened, openOrder, returnAddress } from './open-order.ts';
import { problemOf } from './problem.ts';
import { type CheckoutFlow, usePayment } from './use-payment.ts';

/** Payment of a purchase in the shop; its order key lives as long as the purchase. */
export function useCheckout(user: UserInfo, target: Target, country: string): CheckoutFlow {
  const project = useProject();
  const { pathname, search } = useLocation();
  const [checkout] = useState(() =>
    resumeOrBegin(storedCheckout(project, user), target, user, country),
  );
  const current = useRef<Checkout>(checkout);

  function store(change: Partial<Checkout>): void {
    current.current = { ...current.current, ...change };
    storage.write('checkout', current.current, project);
  }

  /** Replaces an ended order with a new one, once. */
  async function withFreshKey(ask: () => Promise<Opened>): Promise<Opened> {
    try {
      return await ask();
    } catch (failure) {
      if (problemOf(failure).kind !== 'orderOver') throw failure;
      store({ order_key: newOrderKey(), token: null });
      return ask();
    }
  }

  return usePayment({
    country,
    returnTo: returnAddress(project, target.source),
    isStillOurs: () => !isOtherCharacter(project, user.role),
    stored: () => current.current,
    store,
    open: (payId, total) =>
      withFreshKey(() =>
        openOrder(project, current.current, user.user_token, payId, country, total),
      ),
    mark: markAddress,
    goToOrder: (token, isUnresolved) =>
      navigate(withOrder(pathname + search, token), { replace: true, state: { isUnresolved } }),
  });
}

/** Puts the order into the address without a navigation. */
function markAddress(token: string): void {
  outsideLayers(() => {
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', withOrder(pathname + search, token));
  });
}
