import type { CallResult, Channel, SavedCard } from '@webpay/contract/calls';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useConfigs } from '../../../api/page.tsx';
import type { UserInfo } from '../../../browser/storage.ts';

/** Between a method and the saved card that pays by it; no id has it. */
const MARK = '~';

/** The saved cards of a page's character. */
export type SavedCards = {
  readonly user: UserInfo;
  readonly state: CallResult<'savedCards'>['state'];
  readonly cards: readonly SavedCard[];
  /** The payer of a wallet may be asked whether it is kept. */
  readonly asks_about_wallet?: boolean | undefined;
  /** The payer of the chosen wallet has ticked that it is kept. Its box clears it when it comes and goes. */
  readonly tick: { readonly current: boolean };
  readonly onTick: (isOn: boolean) => void;
  readonly reload: () => void;
};

const keyOf = ({ role }: UserInfo) => ['saved_cards', role.server_id, role.cid] as const;

function savedCardsQuery(user: UserInfo, isOn: boolean) {
  return queryOptions({
    queryKey: keyOf(user),
    queryFn: ({ signal }) =>
      call('savedCards', {}, { signal, userToken: user.user_token, background: true }),
    enabled: isOn,
    // A purchase may have saved one.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Whether a character can keep cards: only one with a password, where the project allows it. */
export function canSave(user: UserInfo, openScreens: readonly string[]): boolean {
  return user.has_pwd && openScreens.includes('savedCards');
}

/** @returns null while they load; a list that cannot be read is empty, and its cards are typed again */
export function useSavedCards(user: UserInfo): SavedCards | null {
  const { open_screens: open } = useConfigs();
  const queries = useQueryClient();
  const tick = useRef(false);
  const [onTick] = useState(() => (isTicked: boolean) => {
    tick.current = isTicked;
  });
  const isOn = canSave(user, open);
  const { data, isPending } = useQuery(savedCardsQuery(user, isOn));
  if (isOn && isPending) return null;
  const reload = () => void queries.invalidateQueries({ queryKey: keyOf(user) });
  return { user, state: 'off', cards: [], ...data, tick, onTick, reload };
}

/** The saved card that a method stands for; null: none. */
export function savedOf(payId: string): string | null {
  return payId.split(MARK)[1] ?? null;
}

/** `pay_id` and `saved` of order/create. */
export function fieldsOfWay(payId: string): { readonly pay_id: string; readonly saved?: string } {
  const [pay_id = '', saved] = payId.split(MARK);
  return saved === undefined ? { pay_id } : { pay_id, saved };
}

/** Ways to pay with the usable saved cards first: they need no form, and their press on Pay is the payment. */
export function withSaved(
  channels: readonly Channel[],
  { cards }: Pick<SavedCards, 'cards'>,
): readonly Channel[] {
  const ways = cards.flatMap((card): Channel[] => {
    const channel = channels.find(({ pay_id }) => pay_id === card.pay_id);
    if (channel === undefined || card.is_locked) return [];
    const pay_id = `${card.pay_id}${MARK}${card.card}`;
    // The channel's marks name every brand; the card's own name has its brand.
    return [
      { ...channel, pay_id, name: card.label, logo: '', method: 'redirect', flow: 'redirect' },
    ];
  });
  return [...ways, ...channels];
}
