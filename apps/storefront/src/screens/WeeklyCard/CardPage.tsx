import { CountdownLine } from '../../features/events/CountdownLine.tsx';
import { EventBody } from '../../features/events/EventPage.tsx';
import { Rules } from '../../features/events/RulesSheet.tsx';
import type { EventState } from '../../features/events/use-event.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { Chips } from '../../ui/Chips/Chips.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { AddDays } from './AddDays.tsx';
import { CardBar } from './CardBar.tsx';
import { type Card, type Cards, savingOf, stepOf } from './card-view.ts';
import { Comparison } from './Comparison.tsx';
import { Days } from './Days.tsx';
import { HoloCard } from './HoloCard.tsx';
import { Trio } from './Trio.tsx';
import { useCardRules } from './use-card-rules.ts';
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
            {savingOf(card) && <Comparison card={card} />}
          </>
        )}
        <Panel labelledBy="card-rules">
          <h2 id="card-rules" className={styles.title}>
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
