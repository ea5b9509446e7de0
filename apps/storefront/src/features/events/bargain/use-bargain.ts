import type { BargainTask } from '@webpay/contract/activity-shapes';
import { fromMinor, toMinor } from '@webpay/contract/money';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { navigate } from '../../../router/history.ts';
import { useLocation } from '../../../router/location.tsx';
import { call } from '../../../api/call.ts';
import { useText } from '../../../i18n/text.tsx';
import { paths } from '../../../router/paths.ts';
import { toast } from '../../../ui/Toaster/toast.ts';
import { useProject } from '../../../api/page.tsx';
import { useEvent, useEventAction } from '../use-event.ts';
import { useCountry } from '../../goods/country.ts';
import { useMoney } from '../../goods/use-money.ts';
import type { UserInfo } from '../../../browser/storage.ts';
import { type BargainPack, chosenPack } from './next-step.ts';

export type Bargain = ReturnType<typeof useBargain>;

/** Address of the wheel: a history entry of its own, so that Back closes it. */
export const WHEEL = '#wheel';

/** History state of a wheel that was opened from its event, one entry back. */
const FROM_EVENT = { isWheelOfEvent: true };

/** Closes the wheel by the same history step as Back. */
export function useWheelExit(): () => void {
  const project = useProject();
  // Verified edge: another state lacks this mark.
  const state = useLocation().state as Partial<typeof FROM_EVENT> | null;
  return () => {
    if (state?.isWheelOfEvent === true) navigate(-1);
    else navigate(paths.bargain(project), { replace: true });
  };
}

/** State and actions of the bargain for this player (F07). */
export function useBargain(user: UserInfo) {
  const t = useText();
  const money = useMoney();
  const project = useProject();
  const queries = useQueryClient();
  const [country] = useCountry();
  const event = useEvent('bargainInfo', user, { country });
  const { running, run } = useEventAction(event);
  const { info } = event;
  const isNew = info?.coupon?.is_new === true;
  // Only the answer that issued the coupon marks it as new.
  const [hasNewCoupon, setHasNewCoupon] = useState(isNew);
  if (isNew && !hasNewCoupon) setHasNewCoupon(true);
  const options = { userToken: user.user_token };

  async function claim(task: BargainTask): Promise<void> {
    const before = info && chosenPack(info);
    const now = await run(`claim ${task}`, () => call('bargainClaim', { task, country }, options));
    const after = now && chosenPack(now);
    if (!before || !after || before.pack_id !== after.pack_id) return;
    const less = toMinor(before.price) - toMinor(after.price);
    if (less <= 0) return;
    toast(t('bargain.price_fell', { price: money(fromMinor(less, after.price.currency)) }));
  }

  return {
    user,
    country,
    event,
    running,
    /** Pack whose choice is being saved. */
    choosing: info?.packs.find(({ pack_id }) => running === `choose ${pack_id}`)?.pack_id ?? null,
    choose: (pack_id: string) =>
      void run(`choose ${pack_id}`, () => call('bargainChoose', { pack_id, country }, options)),
    claim: (task: BargainTask) => void claim(task),
    buy(pack: BargainPack) {
      // The checkout reloads the price, because earlier queries are out of date.
      void queries.invalidateQueries({ queryKey: ['goods'], refetchType: 'none' });
      navigate(paths.activityPayment(project, { event: 'bargain', id: pack.product_id }));
    },
    topUp: () => navigate(paths.goodsList(project)),
    openWheel: () => navigate(paths.bargain(project) + WHEEL, { state: FROM_EVENT }),
    /** A coupon was issued and not yet acknowledged. */
    hasNewCoupon,
    takeCoupon() {
      setHasNewCoupon(false);
      if (info?.coupon) event.put({ ...info, coupon: { ...info.coupon, is_new: false } });
    },
  };
}
