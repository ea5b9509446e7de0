import { useRef, useState } from 'react';
import { bargainRules, oddsBelowRules } from '../../features/events/bargain/About.tsx';
import { Meter } from '../../features/events/bargain/Meter.tsx';
import { NextButton } from '../../features/events/bargain/NextBar.tsx';
import { type BargainInfo, chosenPack, nextStep } from '../../features/events/bargain/next-step.ts';
import { PackState } from '../../features/events/bargain/PackState.tsx';
import { type Bargain, useWheelExit } from '../../features/events/bargain/use-bargain.ts';
import { useOfflineReason } from '../../browser/use-offline-reason.ts';
import { CountdownLine } from '../../features/events/CountdownLine.tsx';
import { EventStep } from '../../features/events/EventPane.tsx';
import { EventBody, EventPage } from '../../features/events/EventPage.tsx';
import { useMoney } from '../../features/goods/use-money.ts';
import { Board } from '../../features/events/wheel/Board.tsx';
import { OddsPanel, OddsSheet } from '../../features/events/wheel/Odds.tsx';
import { PrizeSheet } from '../../features/events/wheel/PrizeSheet.tsx';
import { useSpin } from '../../features/events/wheel/use-spin.ts';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { TextButton } from '../../ui/TextButton/TextButton.tsx';
import styles from './Wheel.module.css';

/** F08: the lucky wheel, at its own fragment of the bargain. */
export function Wheel({ bargain }: { readonly bargain: Bargain }) {
  const t = useText();
  const money = useMoney();
  const goBack = useWheelExit();
  return (
    <EventPage
      event={bargain.event}
      title={t('wheel.title')}
      heading={t('wheel.title')}
      art="wheel"
      rules={(info) => bargainRules(t, money, info)}
      belowRules={oddsBelowRules}
      onBack={goBack}
    >
      {(info) => <Open bargain={bargain} info={info} />}
    </EventPage>
  );
}

function Open({ bargain, info: now }: { readonly bargain: Bargain; readonly info: BargainInfo }) {
  const t = useText();
  const money = useMoney();
  const goBack = useWheelExit();
  const board = useRef<HTMLDivElement>(null);
  const [showsOdds, setShowsOdds] = useState(false);
  const spin = useSpin(bargain, now, board);
  // Shows the state before the spin until the light rests.
  const info = spin.before ?? now;
  const isSpinning = spin.before !== null;
  const offline = useOfflineReason();
  const pack = chosenPack(info);
  const step = nextStep(info);
  return (
    <>
      <EventBody>
        <div className={styles.split}>
          <div className={styles.board}>
            <Board
              ref={board}
              prizes={info.wheel.prizes}
              lit={info.wheel.todays_index}
              step={spin.step}
              isSpinning={isSpinning}
              spinsLeft={info.spins_left}
              blocked={offline}
              onSpin={spin.spin}
            />
          </div>
          <div className={styles.odds}>
            <OddsPanel wheel={info.wheel} />
          </div>
        </div>
        {pack && <Meter pack={pack} />}
        <div className={styles.line}>
          <span className="muted">
            {info.spins_left > 0 ? (
              t('wheel.free')
            ) : (
              <CountdownLine
                id="wheel.next_in"
                endsAtMs={info.server_day_ends_at}
                onEnd={bargain.event.refresh}
              />
            )}
          </span>
          <span className={styles.link}>
            <TextButton icon="info" onClick={() => setShowsOdds(true)}>
              {t('wheel.odds')}
            </TextButton>
          </span>
        </div>
      </EventBody>
      <EventStep
        state={pack && <PackState pack={pack} />}
        sum={{
          note: offline ?? t('wheel.spins_left', { left: info.spins_left }),
          amount: pack?.state === 'at_minimum' && money(pack.price),
        }}
      >
        {info.spins_left > 0 ? (
          <Button
            wide
            busy={isSpinning}
            busyLabel={t('wheel.spinning')}
            blocked={offline}
            onClick={spin.spin}
          >
            {t('wheel.spin_now')}
          </Button>
        ) : step.kind === 'buy' ? (
          <NextButton bargain={bargain} info={info} />
        ) : (
          <Button wide onClick={goBack}>
            {t('wheel.back')}
          </Button>
        )}
      </EventStep>
      <PrizeSheet info={now} index={spin.prizeIndex} onClose={spin.close} />
      <OddsSheet wheel={info.wheel} open={showsOdds} onClose={() => setShowsOdds(false)} />
    </>
  );
}
