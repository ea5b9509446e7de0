import { type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useText } from '../../../i18n/text.tsx';
import type { BargainInfo } from '../bargain/next-step.ts';
import type { Bargain } from '../bargain/use-bargain.ts';
import { useConfigs } from '../../../api/page.tsx';
import { toastFailure } from '../../support/code-message.ts';
import { useMoney } from '../../goods/use-money.ts';
import { toast } from '../../../ui/Toaster/toast.ts';
import { playRun, type Playing } from './play-run.ts';
import { STILL_MS, type Step } from './wheel-run.ts';
import { wonText } from './won-text.ts';

/** The prize stands lit for a moment before its sheet covers it. */
const LOOK_MS = 550;

export type Spin = {
  /** Under way; the page stands as it was when the button was pressed. */
  readonly before: BargainInfo | null;
  readonly step: Step;
  /** The prize whose sheet is open. */
  readonly told: number | null;
  readonly spin: () => void;
  readonly close: () => void;
};

/** F08: one spin. The server draws at the press; the light runs meanwhile and ends where it was told to. */
export function useSpin(
  bargain: Bargain,
  info: BargainInfo,
  board: RefObject<HTMLElement | null>,
): Spin {
  const t = useText();
  const configs = useConfigs();
  const money = useMoney();
  const { event, country, user } = bargain;
  const [before, setBefore] = useState<BargainInfo | null>(null);
  const [step, setStep] = useState<Step>(0);
  const [told, setTold] = useState<number | null>(null);
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
      if (answer) tellElsewhere(answer.info, answer.index);
    };
    try {
      const drawn = await call('bargainSpin', { country }, { userToken: user.user_token });
      const { prize_index: index, ...now } = drawn;
      answer = { info: now, index };
      if (!isHere) {
        tellElsewhere(now, index);
        return;
      }
      await run.restOn(index);
      if (!isMotionReduced()) vibrate();
      event.put(now);
      // The page hears of it in a task of its own; until then it stands as it was.
      await wait(0);
      setStep(0);
      setBefore(null);
      await wait(LOOK_MS);
      if (!isHere) return;
      leave.current = null;
      setTold(index);
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

  /** The last step is shown until the page knows the prize. */
  function onStep(next: Step): void {
    if (next > 0) setStep(next);
  }

  /** The wheel was left before the light came to rest: no sheet over another page, yet nothing unsaid. */
  function tellElsewhere(now: BargainInfo, index: number): void {
    const prize = now.wheel.prizes.find((each) => each.index === index);
    if (prize) toast(wonText(prize, t, money));
    event.put(now);
  }

  return { before, step, told, spin: () => void spin(), close: () => setTold(null) };
}

function isMotionReduced(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Nothing moves: the prize is lit a moment after the press. */
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

/** A knock when the light comes to rest, where the browser and the player allow it. */
function vibrate(): void {
  // Safari has none; a browser may refuse, and then says so by its answer only.
  if ('vibrate' in navigator) navigator.vibrate([18, 60, 32]);
}
