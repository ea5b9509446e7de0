import type { CSSProperties } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import type { EventItem } from '../../features/events/Rewards.tsx';
import { useDayResets } from '../../features/events/use-day-resets.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { type Card, type DayTile, dayTiles } from './card-view.ts';
import { Heap } from './Heap.tsx';
import section from '../../styles/section-title.module.css';
import styles from './WeeklyCard.module.css';

const COLUMNS = 4;

export function Days({ card }: { readonly card: Card }) {
  const t = useText();
  const tiles = dayTiles(card);
  const dayResets = useDayResets();
  return (
    <section aria-labelledby="card-days">
      <h2 id="card-days" className={section.title}>
        {t('card.rewards', { days: tiles.length })}
      </h2>
      <ol className={styles.days}>
        {tiles.map((tile, index) => {
          const isLast = index === tiles.length - 1;
          // Not bought, the first day includes the instant items.
          const isFirst = card.owned === null && tile.state === 'today';
          return (
            <li
              key={tile.day}
              className={cx(styles.day, styles[tile.state], isLast && styles.last)}
              aria-current={tile.state === 'today' ? 'date' : undefined}
              style={isLast ? restOfRow(tiles.length) : undefined}
            >
              <Tile tile={tile} isHeap={isFirst} />
            </li>
          );
        })}
      </ol>
      <p className={cx('muted', styles.note)}>{dayResets}</p>
    </section>
  );
}

function Tile({ tile, isHeap }: { readonly tile: DayTile; readonly isHeap: boolean }) {
  const t = useText();
  const lang = useLang();
  return (
    <>
      <span>
        {tile.state === 'today'
          ? t('card.today')
          : t('card.day', { day: formatNumber(tile.day, lang) })}
      </span>
      <Heap className={styles.heap} items={tile.items} count={isHeap ? 3 : 1} />
      {tile.state === 'missed' ? (
        <span className={styles.word}>{t('card.missed')}</span>
      ) : (
        <Amounts items={tile.items} />
      )}
      {tile.state === 'claimed' && (
        <span className={styles.tick}>
          <Icon name="check" />
          <span className="sr-only">{t('event.claimed')}</span>
        </span>
      )}
    </>
  );
}

/** Stretches the last day over the rest of its row. */
function restOfRow(count: number): CSSProperties & { readonly '--rest': number } {
  const left = (COLUMNS - (count % COLUMNS)) % COLUMNS;
  return { '--rest': left + 1 };
}

/** Shows the counts; the pictures above and hidden text name the items. */
export function Amounts({ items }: { readonly items: readonly EventItem[] }) {
  const lang = useLang();
  return items.map(({ name, count }) => (
    <b key={name} className={`num ${styles.amount}`}>
      {formatNumber(count, lang)}
      <span className="sr-only"> {name}</span>
    </b>
  ));
}
