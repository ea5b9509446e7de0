import { CODES } from '@webpay/contract/codes';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { CallLost, CallRefused, refusedWith } from '../../api/failure.ts';
import { useConfigs } from '../../api/page.tsx';
import { failureMessage } from '../../features/support/code-message.ts';
import { useCountry } from '../../features/goods/country.ts';
import { type Flyer, flyersOf, flyToMail } from '../../features/events/fly-to-mail.ts';
import type { EventState } from '../../features/events/use-event.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { toast } from '../../ui/Toaster/toast.ts';
import type { Cumulation, Task } from './task-view.ts';

export type Claims = ReturnType<typeof useClaims>;

/** F09: claims rewards one after another; the server grants each only once. */
export function useClaims(user: UserInfo, event: EventState<Cumulation>) {
  const t = useText();
  const configs = useConfigs();
  const [country] = useCountry();
  const isRunning = useRef(false);
  /** Id of the task being claimed. */
  const [running, setRunning] = useState<string | null>(null);
  /** Failures of the last press and their reason. */
  const [failed, setFailed] = useState<{ count: number; why: string | null } | null>(null);

  async function claim(tasks: readonly Task[]): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setFailed(null);
    const flyers: Flyer[] = [];
    let [claimed, claimedBefore] = [0, 0];
    let lastFailure: unknown = null;
    for (const { task_id } of tasks) {
      setRunning(task_id);
      const pictures = flyersOf(task_id);
      try {
        event.put(
          await call('cumulationClaim', { task_id, country }, { userToken: user.user_token }),
        );
        claimed += 1;
        flyers.push(...pictures);
      } catch (failure) {
        // Claimed by another tab, or by a first attempt whose answer was lost.
        if (refusedWith(failure, CODES.ALREADY_CLAIMED)) {
          claimedBefore += 1;
          continue;
        }
        lastFailure = failure;
        // Without network or session the next claim would fail, too.
        if (failure instanceof CallLost || isHandled(failure)) break;
      }
    }
    if (claimed > 0) flyToMail(flyers, configs.theme.art['mailbox']);
    if (claimed + claimedBefore > 0) toast(t('event.claimed_toast'));
    if (claimedBefore > 0 || lastFailure !== null) event.refresh();
    if (lastFailure !== null && !isHandled(lastFailure)) {
      setFailed({
        count: tasks.length - claimed - claimedBefore,
        why: failureMessage(t, lastFailure, configs),
      });
    }
    setRunning(null);
    isRunning.current = false;
  }

  return { running, failed, claim: (tasks: readonly Task[]) => void claim(tasks) };
}

/** True when the page's reactions have informed the player. */
function isHandled(failure: unknown): boolean {
  return (failure instanceof CallRefused || failure instanceof CallLost) && failure.handled;
}
