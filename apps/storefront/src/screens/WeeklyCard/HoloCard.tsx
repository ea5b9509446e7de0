import { formatDate, formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { type Card, timesAsMuch } from './card-view.ts';
import { Heap } from './Heap.tsx';
import styles from './HoloCard.module.css';

/** Draws the card with its value, its boost and whether it is active. */
export function HoloCard({ card }: { readonly card: Card }) {
  const t = useText();
  const lang = useLang();
  const { owned } = card;
  const times = timesAsMuch(card);
  const boost = owned?.boost_percent ?? card.boost_percent;
  const boostText = t('card.boost', { percent: formatNumber(boost, lang) });
  return (
    <section className={styles.holo} data-hero aria-labelledby="card-name">
      <Heap className={styles.pile} items={card.total} count={7} />
      <div className={styles.text}>
        <h2 id="card-name">{card.name}</h2>
        {times !== null && (
          <p className={styles.value}>
            <b>{t('card.value', { times: formatNumber(times, lang) })}</b>
            <span>{t('card.value_text', { days: card.days })}</span>
          </p>
        )}
        {boost > 0 && <p className={styles.boost}>{boostText}</p>}
      </div>
      <p className={styles.state} data-on={owned !== null || undefined}>
        {owned
          ? t('card.active', {
              day: formatNumber(owned.day, lang),
              days: formatNumber(owned.days, lang),
              date: formatDate(owned.expires_at - 1, lang, 'day', 'UTC'),
            })
          : t('card.inactive')}
      </p>
    </section>
  );
}
