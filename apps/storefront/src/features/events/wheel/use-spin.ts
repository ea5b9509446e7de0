import { type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useText } from '../../../i18n/text.tsx';
import type { BargainInfo } from '../bargain/next-step.ts';
import type { Bargain } from '../bargain/use-bargain.ts';
import { useConfigs } from '../../../api/page.tsx';
import { isMotionReduced } from '../../celebration/celebrate.ts';
import { toastFailure } from '../../support/code-message.ts';
import { useMoney } from '../../goods/use-money.ts';
import { toast } from '../../../ui/Toaster/toast.ts';
import { celebrateWin } from './celebrate-win.ts';
import { playRun, type Playing } from './play-run.ts';
import { STILL_MS, type Step } from './wheel-run.ts';

/** Time the prize stays highlighted before its sheet opens, without its celebration. */
const HIGHLIGHT_MS = 550;

/** Runs one spin (F08). The server draws at the press; the highlight runs and ends on its prize. */
export function useSpin(bargain: Bargain, info: BargainInfo, board: RefObject<HTMLElement | null>) {
  const t = useText();
  const configs = useConfigs();
  const wonText = useWonText();
  const { event, country, user } = bargain;
  const [before, setBefore] = useState<BargainInfo | null>(null);
  const [step, setStep] = useState<Step>(0);
  const [prizeIndex, setPrizeIndex] = useState<number | null>(null);
  const isSpinning = useRef(false);
  const leave = useRef<(() => void) | null>(null);

  useEffect(() => () => leave.current?.(), []);

  async function spin(): Promise<void> {
    const element = board.current;
    if (isSpinning.current || info.spins_left === 0 || !element) return;
    isSpinning.current = true;
    setBefore(info);
    const lit = info.wheel.todays_index ?? 0;
    const run = isMotionReduced() ? playStill() : playRun(element, lit, onStep);
    let isHere = true;
    let answer: { readonly info: BargainInfo; readonly index: number } | null = null;
    leave.current = () => {
      isHere = false;
      run.stop();
      if (answer) reportElsewhere(answer.info, answer.index);
    };
    try {
      const drawn = await call('bargainSpin', { country }, { userToken: user.user_token });
      const { prize_index: index, ...now } = drawn;
      answer = { info: now, index };
      if (!isHere) {
        reportElsewhere(now, index);
        return;
      }
      await run.restOn(index);
      if (!isMotionReduced()) vibrate();
      event.put(now);
      // The query cache notifies the page in a later task.
      await wait(0);
      setStep(0);
      setBefore(null);
      await (isMotionReduced() ? wait(HIGHLIGHT_MS) : celebrateWin(element, index));
      if (!isHere) return;
      leave.current = null;
      setPrizeIndex(index);
    } catch (failure) {
      run.stop();
      leave.current = null;
      toastFailure(t, failure, configs);
      event.refresh();
    } finally {
      isSpinning.current = false;
      setStep(0);
      setBefore(null);
    }
  }

  /** Keeps the last step until the page has the prize. */
  function onStep(next: Step): void {
    if (next > 0) setStep(next);
  }

  /** Reports the prize by a toast after the player has left the wheel. */
  function reportElsewhere(now: BargainInfo, index: number): void {
    const prize = now.wheel.prizes.find((each) => each.index === index);
    if (prize) toast(wonText(prize));
    event.put(now);
  }

  return {
    /** The event before the running spin; the page shows it meanwhile. */
    before,
    step,
    /** Prize whose sheet is open. */
    prizeIndex,
    spin: () => void spin(),
    close: () => setPrizeIndex(null),
  };
}

/** "You won $2.00 off" or "You won Key × 1". The board's minus sign would read as a loss here. */
export function useWonText() {
  const t = useText();
  const money = useMoney();
  return ({ label, lowers }: BargainInfo['wheel']['prizes'][number]) =>
    lowers === null ? t('wheel.won', { label }) : t('wheel.won_off', { price: money(lowers) });
}

/** Replaces the animation under reduced motion: highlights the prize after a moment. */
function playStill(): Playing {
  const startedAt = performance.now();
  return {
    restOn: () => wait(Math.max(0, startedAt + STILL_MS - performance.now())),
    stop: () => {},
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function vibrate(): void {
  // Safari lacks vibration, and a browser may refuse it silently.
  if ('vibrate' in navigator) navigator.vibrate([18, 60, 32]);
}
