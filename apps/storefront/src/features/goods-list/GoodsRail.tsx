import { isOwnPath } from '@webpay/contract/addresses';
import { lazy, Suspense } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Link } from '../../router/Link.tsx';
import { cx } from '../../ui/cx.ts';
import { LazyImage } from '../../ui/LazyImage/LazyImage.tsx';
import { EventBadge, NOTICE_TEXTS, type ShownEvent } from '../events/shown-events.tsx';
import { ALL, inCategory } from '../goods/selection.ts';
import styles from './GoodsRail.module.css';
import type { GoodsListState } from './use-goods-list.ts';

// Arrives with the player's points, after the first paint; the shop stands without it.
const RewardState = lazy(() =>
  import('../events/reward/RewardState.tsx').catch(() => ({ default: () => '' })),
);

/** Keeps the height of a line. */
const LINE = '\u00a0';

/** Categories with their counts, then the running events; beside the goods of wide screens. */
export function GoodsRail(props: {
  readonly goodsList: GoodsListState;
  readonly events: readonly ShownEvent[];
}) {
  const { goodsList } = props;
  const t = useText();
  const events = props.events.filter(({ path }) => isOwnPath(path));
  // An outline without counts and events: the page stands still when the list arrives.
  if (goodsList.list === undefined) return <div className={cx(styles.card, styles.outline)} />;
  const { categories } = goodsList.list;
  return (
    <>
      <div className={styles.card}>
        <div className={styles.list} role="group" aria-label={t('goods.filter')}>
          <Category goodsList={goodsList} id={ALL} name={t('goods.all')} />
          {categories.map(({ id, name }) => (
            <Category key={id} goodsList={goodsList} id={id} name={name} />
          ))}
        </div>
      </div>
      {events.length > 0 && (
        <nav className={styles.card} aria-label={t('event.list')}>
          <h2 className={styles.title}>{t('event.list')}</h2>
          {events.map((event) => (
            <Link key={event.id} className={styles.entry} to={event.path}>
              <LazyImage
                className={styles.event}
                src={event.banner}
                alt=""
                width={44}
                height={44}
              />
              <span className={styles.name}>
                {event.title}
                <EventState event={event} />
              </span>
              <EventBadge event={event} className={styles.badge} inList />
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}

/** The reminder's text, or how far the next reward is; its line stands before the points arrive. */
function EventState({ event }: { readonly event: ShownEvent }) {
  const t = useText();
  const { notice, kind, isComing, reward_points: points } = event;
  if (notice) return <small>{t(NOTICE_TEXTS[notice])}</small>;
  if (kind !== 'cumulation' || isComing) return null;
  return (
    <small>
      <Suspense fallback={LINE}>{points ? <RewardState points={points} /> : LINE}</Suspense>
    </small>
  );
}

function Category(props: {
  readonly goodsList: GoodsListState;
  readonly id: string;
  readonly name: string;
}) {
  const { goodsList, id } = props;
  const lang = useLang();
  const goods = inCategory(goodsList.list?.goods ?? [], id);
  const [first] = goods;
  return (
    <button
      type="button"
      className={styles.entry}
      aria-pressed={goodsList.category === id}
      onClick={() => goodsList.setCategory(id)}
    >
      {first && <LazyImage className={styles.picture} src={first.image} alt="" />}
      <span>{props.name}</span>
      <span className={`num ${styles.count}`}>{formatNumber(goods.length, lang)}</span>
    </button>
  );
}
