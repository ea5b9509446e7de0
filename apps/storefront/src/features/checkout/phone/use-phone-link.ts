import type { CallResult } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { PHONE_PATHS } from '@webpay/contract/phone-paths';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { refusedWith } from '../../../api/failure.ts';
import type { UserInfo } from '../../../browser/storage.ts';
import { usePoll } from '../../../browser/use-poll.ts';

const POLL_MS = 2_000;

export type Followed = CallResult<'orderPhoneState'>;

/** States of an order that its own page explains. */
const isOver = ({ state, has_code }: Followed['order']) =>
  state === 'success' || state === 'refunded' || state === 'timeout' || has_code === true;

/** The link of an order for a phone, and what the phone does with it. */
export function usePhoneLink(input: {
  readonly user: UserInfo;
  readonly token: string;
  /** The order is paid or over, or its code is shown: its own page goes on. */
  readonly onOrder: () => void;
  /** The order cannot be paid any more, so that another one is needed. */
  readonly onStale: () => void;
}) {
  const { token, user } = input;
  const [link, setLink] = useState<CallResult<'orderPhone'> | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [followed, setFollowed] = useState<Followed | null>(null);
  const options = { userToken: user.user_token, background: true };

  async function make(): Promise<void> {
    setFailure(null);
    setFollowed(null);
    try {
      setLink(await call('orderPhone', { token }, { ...options, at: PHONE_PATHS.orderPhone }));
    } catch (problem) {
      if (refusedWith(problem, CODES.WRONG_STATE)) input.onStale();
      else setFailure(problem);
    }
  }

  const begin = useEffectEvent(() => void make());
  useEffect(() => begin(), []);

  const ask = (end: '0' | '1', signal?: AbortSignal) =>
    call(
      'orderPhoneState',
      { token, end },
      {
        ...options,
        ...(signal && { signal }),
        keepalive: end === '1',
        at: PHONE_PATHS.orderPhoneState,
      },
    );

  const now = followed ? `${followed.state}/${followed.order.state}` : '';
  // Each change is followed at full speed again.
  usePoll(link && `${link.link}/${now}`, async (signal) => {
    const answer = await ask('0', signal);
    if (signal.aborted) return null;
    if (isOver(answer.order)) {
      input.onOrder();
      return null;
    }
    setFollowed(answer);
    return answer.state === 'ended' && answer.order.state !== 'waiting' ? null : POLL_MS;
  });

  return {
    link,
    failure,
    followed,
    /** Makes a new link; the last one ends. */
    make: () => void make(),
    /** Ends the link: the order is paid on this page. */
    end: () => void ask('1').catch(() => undefined),
  };
}
