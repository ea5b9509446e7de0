import type { DayTile } from '@webpay/contract/console/reconciliation-calls';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { dayInWords, shortDay } from './day-text.ts';
import styles from './Reconciliation.module.css';

/** States in words, each with a mark, so that colour is not the only sign. */
const STATES: Readonly<Record<DayTile['state'], { readonly text: string; readonly mark: string }>> =
  {
    agrees: { text: 'agrees', mark: '✓' },
    mended: { text: 'mended or settled', mark: '~' },
    open: { text: 'open', mark: '!' },
    none: { text: 'no statement yet', mark: '–' },
  };

const stateText = ({ state, open, settled }: DayTile): string => {
  if (state === 'open') return `${open} open`;
  return state === 'mended' ? `${settled} mended or settled` : STATES[state].text;
};

/** The last days as tiles. */
export function Tiles({
  days,
  shown,
}: {
  readonly days: readonly DayTile[];
  readonly shown: string | null;
}) {
  return (
    <nav className={styles['days']} aria-label="Last 30 days">
      <div className={styles['legend']}>
        <span>{shortDay(days[0]?.day ?? '')}</span>
        <ul aria-label="States of a day">
          {Object.entries(STATES).map(([state, { text, mark }]) => (
            <li key={state}>
              <span className={styles['mark']} data-state={state} aria-hidden="true">
                {mark}
              </span>
              {text}
            </li>
          ))}
        </ul>
        <span>{shortDay(days.at(-1)?.day ?? '')}</span>
      </div>
      <ol className={styles['tiles']}>
        {days.map((tile) => (
          <li key={tile.day}>
            <ConsoleLink
              to={`/reconciliation/${tile.day}`}
              className={styles['tile']}
              data-state={tile.state}
              aria-current={tile.day === shown ? 'page' : undefined}
              aria-label={`${dayInWords(tile.day)}: ${stateText(tile)}`}
              title={`${dayInWords(tile.day)}: ${stateText(tile)}`}
              preventScrollReset
            >
              <b>{STATES[tile.state].mark}</b>
              <span>{Number(tile.day.slice(-2))}</span>
            </ConsoleLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}
