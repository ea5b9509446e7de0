import { CountdownLine } from '../../features/events/CountdownLine.tsx';
import { EventBody } from '../../features/events/EventPage.tsx';
import { Rules } from '../../features/events/RulesSheet.tsx';
import type { EventState } from '../../features/events/use-event.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useOfflineReason } from '../../browser/use-offline-reason.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { formatNumber } from '../../i18n/format.ts';
import { type MessageId, useLang, useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Chips } from '../../ui/Chips/Chips.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { CardBar, useBuy } from './CardBar.tsx';
import { type Card, type Cards, savingOf, stepOf } from './card-view.ts';
import { Amounts, Days } from './Days.tsx';
import { Heap } from './Heap.tsx';
import { HoloCard } from './HoloCard.tsx';
import section from '../../styles/section-title.module.css';
import styles from './WeeklyCard.module.css';

export type CardPageProps = {
  readonly user: UserInfo;
  readonly country: string;
  readonly event: EventState<Cards>;
  readonly info: Cards;
  /** undefined: none is sold in this country. */
  readonly card: Card | undefined;
  readonly onChoose: (cardId: string) => void;
};

export function CardPage(props: CardPageProps) {
  const t = useText();
  const rulesOf = useCardRules();
  const { info, card, event } = props;
  return (
    <>
      <EventBody>
        {info.cards.length > 1 && card && (
          <Chips
            label={t('title.card')}
            inset
            options={info.cards.map(({ card_id, name }) => ({ id: card_id, label: name }))}
            value={card.card_id}
            onChange={props.onChoose}
          />
        )}
        {card && (
          <>
            <HoloCard card={card} />
            <Trio card={card} />
            <Days card={card} />
            {card.owned && card.can_buy && stepOf(card) !== 'add' && <AddDays card={card} />}
            <Comparison card={card} />
          </>
        )}
        <Panel labelledBy="card-rules">
          <h2 id="card-rules" className={section.title}>
            {t('event.rules')}
          </h2>
          <Rules rules={rulesOf(card)} />
          {info.state === 'running' && (
            <p className={styles.ends}>
              <CountdownLine
                key={info.ends_at}
                id="event.ends_in"
                endsAtMs={info.ends_at}
                onEnd={event.refresh}
              />
            </p>
          )}
        </Panel>
      </EventBody>
      <CardBar {...props} />
    </>
  );
}

/** Shows the items given at once, every day, and in total. */
function Trio({ card }: { readonly card: Card }) {
  const t = useText();
  const parts: readonly [MessageId, Card['total'], 1 | 3 | 5][] = [
    ['card.at_once', card.instant, 3],
    ['card.every_day', card.owned?.daily ?? card.daily, 1],
    ['card.in_total', card.total, 5],
  ];
  return (
    <ul className={styles.trio}>
      {parts.map(([title, items, count]) => (
        <li key={title}>
          <Panel className={styles.part}>
            <span className="cap">{t(title)}</span>
            <Heap className={styles.partHeap} items={items} count={count} />
            <Amounts items={items} />
          </Panel>
        </li>
      ))}
    </ul>
  );
}

/** Sells the same card again while it is active. */
function AddDays({ card }: { readonly card: Card }) {
  const t = useText();
  const money = useMoney();
  const buy = useBuy(card);
  const offline = useOfflineReason();
  return (
    <Panel className={styles.line}>
      <div className={styles.lineText}>
        <b className="num">{money(card.price)}</b>
        <span className="muted">{t('card.rule_again_adds', { days: card.days })}</span>
      </div>
      <Button kind="ghost" size="small" blocked={offline} onClick={buy}>
        {t('card.add_days', { days: card.days })}
      </Button>
    </Panel>
  );
}

/** Compares the price with the same items as top-ups. */
function Comparison({ card }: { readonly card: Card }) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const [main] = card.total;
  const saving = savingOf(card);
  if (!main || !saving || !card.singly) return null;
  return (
    <Panel className={styles.line}>
      <Heap className={styles.thumb} items={[main]} count={3} />
      <div className={styles.lineText}>
        <b>{t('card.singly', { count: formatNumber(main.count, lang), item: main.name })}</b>
        <span className="muted num">
          <s>{money(card.singly)}</s> · {t('card.you_keep', { price: money(saving) })}
        </span>
      </div>
    </Panel>
  );
}

export function useCardRules(): (card: Card | undefined) => readonly string[] {
  const t = useText();
  const lang = useLang();
  return (card) => {
    if (card === undefined) return [];
    const boost = card.owned?.boost_percent ?? card.boost_percent;
    return [
      t('card.rule_start'),
      t('card.rule_mail'),
      ...(boost > 0 ? [t('card.rule_boost', { percent: formatNumber(boost, lang) })] : []),
      card.again === 'adds_days'
        ? t('card.rule_again_adds', { days: card.days })
        : t('card.rule_again_refused'),
    ];
  };
}
