import { navigate } from '../../router/history.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { useConfigs, useProject } from '../../api/page.tsx';
import styles from './ClosedEvent.module.css';
import { type EventFacts, phaseOf, type Reminder } from './use-event.ts';

/** Page of an event outside its time: its date, and a reminder or the way to the shop. */
export function ClosedEvent(props: { readonly event: EventFacts; readonly reminder: Reminder }) {
  const t = useText();
  const lang = useLang();
  const project = useProject();
  const { art } = useConfigs().theme;
  const { event, reminder } = props;
  const isOver = phaseOf(event) === 'ended';
  const picture = art[isOver ? 'asleep' : 'hourglass'];
  const offersReminder = !isOver && !reminder.isOn;
  return (
    <>
      <div className={styles.closed}>
        <EmptyState
          title={t('event.not_now')}
          picture={picture && <img className="fit" src={picture} alt="" />}
        >
          <p>{t(isOver ? 'event.ended_text' : 'event.not_started_text')}</p>
          <p className={styles.date}>
            {isOver
              ? t('event.ended_on', { date: formatDate(event.ends_at, lang, 'dateTime') })
              : t('event.starts_on', { date: formatDate(event.starts_at, lang, 'dateTime') })}
          </p>
          {!isOver && reminder.isOn && <p>{t('remind.on')}</p>}
        </EmptyState>
      </div>
      <BottomBar>
        {offersReminder ? (
          <Button wide icon="bell" busy={reminder.isBusy} onClick={reminder.toggle}>
            {t('remind.turn_on')}
          </Button>
        ) : (
          <Button wide onClick={() => navigate(paths.goodsList(project))}>
            {t('event.to_shop')}
          </Button>
        )}
      </BottomBar>
    </>
  );
}
