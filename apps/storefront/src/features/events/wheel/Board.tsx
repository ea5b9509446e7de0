import type { CSSProperties, RefObject } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { cx } from '../../../ui/cx.ts';
import { letters } from '../../../ui/word-width.ts';
import type { BargainInfo } from '../bargain/next-step.ts';
import { longestWord } from '../../../ui/label-rules.ts';
import styles from './Board.module.css';
import { placeOf } from './play-run.ts';
import type { Step } from './wheel-run.ts';

type Prize = BargainInfo['wheel']['prizes'][number];

/** Reading order of the cells; the button is in the middle. */
const READING = [0, 1, 2, 7, 3, 6, 5, 4] as const;

/** Board of three by three: eight prizes clockwise from the top left around the button. */
export function Board(props: {
  readonly prizes: readonly Prize[];
  /** Highlighted cell. */
  readonly lit: number | null;
  readonly step: Step;
  readonly isSpinning: boolean;
  readonly spinsLeft: number;
  /** Reason that blocks the button while spins are left. */
  readonly blocked: string | undefined;
  readonly onSpin: () => void;
  readonly ref: RefObject<HTMLDivElement | null>;
}) {
  const t = useText();
  const { prizes, lit, step, isSpinning, spinsLeft, blocked } = props;
  const isOff = spinsLeft === 0 || blocked !== undefined;
  const isLit = lit !== null || step > 0;
  return (
    <div className={styles.frame}>
      <Bulbs side="even" />
      <Bulbs side="odd" />
      <div ref={props.ref} className={styles.board} data-step={step} data-lit={lit ?? undefined}>
        <ul className={styles.prizes} aria-label={t('wheel.title')}>
          {READING.flatMap((index) => {
            const prize = prizes.find((each) => each.index === index);
            return prize ? [<PrizeCell key={index} prize={prize} isLit={index === lit} />] : [];
          })}
        </ul>
        {[0, 1, 2].map((behind) => (
          <span
            key={behind}
            aria-hidden="true"
            data-light
            className={cx(styles.light, isLit && (behind === 0 || step > 0) && styles.on)}
            style={{ transform: placeOf(lit ?? 0) }}
          />
        ))}
        <button
          type="button"
          className={cx(styles.spin, isOff && styles.off)}
          aria-label={t('wheel.spin_button', { left: spinsLeft })}
          aria-disabled={isOff || isSpinning || undefined}
          title={blocked}
          onClick={isOff ? undefined : props.onSpin}
        >
          <b style={letters(t('wheel.spin_short'))}>{t('wheel.spin_short')}</b>{' '}
          <small>{t('wheel.left', { left: spinsLeft })}</small>
        </button>
      </div>
    </div>
  );
}

function PrizeCell({ prize, isLit }: { readonly prize: Prize; readonly isLit: boolean }) {
  const isAmount = prize.lowers !== null;
  const letters: CSSProperties & { readonly '--letters': number } = {
    '--letters': isAmount ? prize.label.length : longestWord(prize.label),
  };
  return (
    <li className={styles.cell} data-cell={prize.index} aria-current={isLit || undefined}>
      <span className={styles.inside}>
        {!isAmount && <img src={prize.image} alt="" draggable={false} className={styles.picture} />}
        <span className={isAmount ? `num ${styles.amount}` : styles.label} style={letters}>
          {prize.label.replace(' × ', ' ×\u00a0')}
        </span>
      </span>
    </li>
  );
}

function Bulbs({ side }: { readonly side: 'even' | 'odd' }) {
  return <span aria-hidden="true" className={cx(styles.bulbs, styles[side])} />;
}
