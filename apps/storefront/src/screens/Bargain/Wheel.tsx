import { useRef, useState } from 'react';
import { bargainRules, oddsBelowRules } from '../../features/bargain/About.tsx';
import { Meter } from '../../features/bargain/Meter.tsx';
import { NextButton } from '../../features/bargain/NextFoot.tsx';
import { type BargainInfo, chosenPack, nextStep } from '../../features/bargain/next-step.ts';
import { type Bargain, useWheelExit } from '../../features/bargain/use-bargain.ts';
import { useOfflineReason } from '../../features/device/use-offline-reason.ts';
import { CountdownLine } from '../../features/event/CountdownLine.tsx';
import { EventBody, EventPage } from '../../features/event/EventPage.tsx';
import { useMoney } from '../../features/price/use-money.ts';
import { Board } from '../../features/wheel/Board.tsx';
import { OddsAside, OddsSheet } from '../../features/wheel/Odds.tsx';
import { PrizeSheet } from '../../features/wheel/PrizeSheet.tsx';
import { useSpin } from '../../features/wheel/use-spin.ts';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button.tsx';
import { Foot } from '../../ui/Foot.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import styles from './Wheel.module.css';

/** F08: the lucky wheel, a place of its own within the bargain. */
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
      aside={oddsAside}
    >
      {(info) => <Open bargain={bargain} info={info} />}
    </EventPage>
  );
}

function oddsAside({ wheel }: BargainInfo) {
  return <OddsAside wheel={wheel} />;
}

function Open({ bargain, info: now }: { readonly bargain: Bargain; readonly info: BargainInfo }) {
  const t = useText();
  const money = useMoney();
  const goBack = useWheelExit();
  const board = useRef<HTMLDivElement>(null);
  const [showsOdds, setShowsOdds] = useState(false);
  const spin = useSpin(bargain, now, board);
  // Until the light rests nothing tells where it will.
  const info = spin.before ?? now;
  const isSpinning = spin.before !== null;
  const offline = useOfflineReason();
  const pack = chosenPack(info);
  const step = nextStep(info);
  return (
    <>
      <EventBody>
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
          <TextButton icon="info" onClick={() => setShowsOdds(true)}>
            {t('wheel.odds')}
          </TextButton>
        </div>
      </EventBody>
      <Foot
        sum={{
          note: offline ?? t('wheel.spins_left', { left: info.spins_left }),
          amount: pack && money(pack.price),
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
      </Foot>
      <PrizeSheet info={now} index={spin.told} onClose={spin.close} />
      <OddsSheet wheel={info.wheel} open={showsOdds} onClose={() => setShowsOdds(false)} />
    </>
  );
}
