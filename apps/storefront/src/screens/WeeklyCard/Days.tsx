import type { CSSProperties } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Amounts } from './Amounts.tsx';
import { type Card, type DayTile, dayTiles } from './card-view.ts';
import { Heap } from './Heap.tsx';
import styles from './Days.module.css';

const COLUMNS = 4;

export function Days({ card }: { readonly card: Card }) {
  const t = useText();
  const tiles = dayTiles(card);
  return (
    <section aria-labelledby="card-days">
      <h2 id="card-days" className={styles.title}>
        {t('card.rewards', { days: tiles.length })}
      </h2>
      <ol className={styles.days}>
        {tiles.map((tile, index) => (
          <li
            key={tile.day}
            className={cx(styles.day, styles[tile.state])}
            aria-current={tile.state === 'today' ? 'date' : undefined}
            style={index === tiles.length - 1 ? restOfRow(tiles.length) : undefined}
          >
            <Tile tile={tile} isLast={index === tiles.length - 1} isNew={card.owned === null} />
          </li>
        ))}
      </ol>
      <p className={cx('muted', styles.note)}>{t('event.day_resets')}</p>
    </section>
  );
}

function Tile(props: {
  readonly tile: DayTile;
  readonly isLast: boolean;
  /** Not bought: the first day includes the instant items. */
  readonly isNew: boolean;
}) {
  const { tile, isLast, isNew } = props;
  const t = useText();
  const lang = useLang();
  const isHeap = isLast || (isNew && tile.state === 'today');
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
function restOfRow(count: number): CSSProperties {
  const left = (COLUMNS - (count % COLUMNS)) % COLUMNS;
  return { gridColumn: `span ${left + 1}` };
}
