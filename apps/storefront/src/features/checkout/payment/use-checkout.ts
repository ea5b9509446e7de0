import type { Channel } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { navigate } from '../../../router/history.ts';
import { useLocation } from '../../../router/location.tsx';
import { paths, returnPath, withOrder } from '../../../router/paths.ts';
import { outsideLayers } from '../../../router/back-layers.ts';
import { call } from '../../../api/call.ts';
import { useConfigs, useProject } from '../../../api/page.tsx';
import { isOtherCharacter } from '../../account/other-character.ts';
import type { Proof } from '../../character/access/send-form.ts';
import { type Checkout, storage, type UserInfo } from '../../../browser/storage.ts';
import {
  newOrderKey,
  resumeOrBegin,
  seenContents,
  storedCheckout,
  type SeenLine,
  type Target,
} from './checkout.ts';
import { payerFields } from './payer.ts';
import { canSave, fieldsOfWay, type SavedCards } from '../saved/saved-cards.ts';
import { problemOf } from './problem.ts';
import { ownSearch } from './way-back.ts';
import { type CheckoutFlow, type Opened, usePayment } from './use-payment.ts';

/** Payment of a purchase in the shop; its order key lives as long as the purchase. */
export function useCheckout(
  user: UserInfo,
  target: Target,
  country: string,
  /** null: what the order says, which no new order may replace unseen. */
  lines: readonly SeenLine[] | null,
  saved: SavedCards | null = null,
): CheckoutFlow & {
  /** The player accepts the contents that the server named. */
  readonly acceptContents: () => void;
} {
  const project = useProject();
  const queries = useQueryClient();
  /** Contents that the server named (20017): the page asks whether they are accepted. */
  const told = useRef<unknown>(null);
  /** Those that the player accepted. Nothing else stands for the contents on the page. */
  const accepted = useRef<unknown>(null);
  const { pathname, search } = useLocation();
  const asksToSave = canSave(user, useConfigs().open_screens);
  const [begun] = useState(() =>
    resumeOrBegin(storedCheckout(project, user), target, user, country),
  );
  const checkout = useRef<Checkout>(begun);

  const addressOf = (token: string) => withOrder(pathname + ownSearch(search), token);

  // C11, for a bank; the server adds the order's token.
  const returnTo = window.location.origin + returnPath(project, target.source);

  function store(change: Partial<Checkout>): void {
    checkout.current = { ...checkout.current, ...change };
    storage.write('checkout', checkout.current, project);
  }

  function create(channel: Channel, total: Money, proof: Proof): Promise<Opened> {
    const { products, source, order_key } = checkout.current;
    const fields = {
      products: JSON.stringify(products),
      country,
      ...fieldsOfWay(channel.pay_id),
      ...payerFields(project, channel),
      ...(asksToSave && { asks_to_save: '1' as const }),
      ...(saved?.tick.current && { keeps_wallet: '1' as const }),
      // C09: encoded itself, and the payment route for every order.
      redirect_url: encodeURIComponent(window.location.origin + paths.payment(project)),
      source,
      order_key,
      // The price shown: the server refuses another with 20017.
      total: JSON.stringify(total),
      // And the contents: it refuses to give fewer, also with 20017.
      gives: JSON.stringify(accepted.current ?? seenContents(lines ?? [])),
      ...proof,
    };
    return call('orderCreate', fields, { userToken: user.user_token });
  }

  const flow = usePayment({
    country,
    returnTo,
    isStillOurs: () => !isOtherCharacter(project, user.role),
    stored: () => checkout.current,
    store,
    async open(channel, total, proof) {
      try {
        try {
          return await create(channel, total, proof);
        } catch (failure) {
          // An ended order is replaced by a new one, once.
          if (lines === null || problemOf(failure).kind !== 'orderOver') throw failure;
          store({ order_key: newOrderKey(), token: null });
          return await create(channel, total, {});
        }
      } catch (failure) {
        const problem = problemOf(failure);
        if (problem.kind === 'price') {
          told.current = problem.gives;
          // Prices, limits and doubles differ from what the lists show.
          void queries.invalidateQueries({ queryKey: ['goods'] });
        }
        throw failure;
      }
    },
    // Puts the order into the address without a navigation.
    mark: (token) =>
      outsideLayers(() => window.history.replaceState(window.history.state, '', addressOf(token))),
    goToOrder: (token, isUnresolved) =>
      navigate(addressOf(token), { replace: true, state: { isUnresolved } }),
  });
  return {
    ...flow,
    acceptContents: () => {
      accepted.current = told.current;
    },
  };
}
