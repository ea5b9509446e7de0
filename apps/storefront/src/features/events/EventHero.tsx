import { formatDate } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { HeroScene } from '../../ui/HeroScene/HeroScene.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { useConfigs } from '../../api/page.tsx';
import { CountdownLine } from './CountdownLine.tsx';
import styles from './EventHero.module.css';
import { type EventFacts, phaseOf, type Reminder } from './use-event.ts';

/** Large picture of an event's scene, by its key in the theme. */
export type EventArt = 'gift' | 'wheel' | 'calendar' | 'card' | 'trophy';

export type EventHeroProps = {
  readonly title: string;
  readonly art: EventArt;
  /** undefined while the event loads; the scene shows before. */
  readonly event: EventFacts | undefined;
  readonly reminder: Reminder;
  readonly onBack: () => void;
  readonly onRules: () => void;
  /** Called when the event begins or ends by the server's clock. */
  readonly onPhaseChange: () => void;
};

/** Scene of an event's page: art, name, duration, and reminder and rules in the bar. */
export function EventHero(props: EventHeroProps) {
  const { art } = useConfigs().theme;
  const { event } = props;
  return (
    <div className={styles.hero} data-art={props.art}>
      <HeroScene
        size="event"
        title={props.title}
        cast={castOf(art, props.art)}
        bar={<TopBar over onBack={props.onBack} end={<BarEnd {...props} look="disc" />} />}
      >
        <span className={styles.time} data-unknown={event === undefined || undefined}>
          <Icon name="clock" />
          {event ? <EventTime event={event} onPhaseChange={props.onPhaseChange} /> : '\u00a0'}
        </span>
      </HeroScene>
    </div>
  );
}

/** Variant without a scene, for pages that begin with their own art. */
export function EventBar(props: Omit<EventHeroProps, 'art' | 'onPhaseChange'>) {
  return (
    <TopBar title={props.title} onBack={props.onBack} end={<BarEnd {...props} look="plain" />} />
  );
}

type BarEndProps = Pick<EventHeroProps, 'event' | 'reminder' | 'onRules'> & {
  readonly look: 'disc' | 'plain';
};

function BarEnd({ event, reminder, onRules, look }: BarEndProps) {
  const t = useText();
  if (event === undefined) return null;
  return (
    <>
      {phaseOf(event) !== 'ended' && (
        <IconButton
          icon="bell"
          look={look}
          label={t('remind.turn_on')}
          pressed={reminder.isOn}
          className={styles.bell}
          onClick={reminder.toggle}
        />
      )}
      <IconButton icon="info" look={look} label={t('event.rules')} onClick={onRules} />
    </>
  );
}

function EventTime(props: { readonly event: EventFacts; readonly onPhaseChange: () => void }) {
  const t = useText();
  const lang = useLang();
  const { event } = props;
  const phase = phaseOf(event);
  if (phase === 'ended') {
    return <span>{t('event.ended_on', { date: formatDate(event.ends_at, lang) })}</span>;
  }
  return (
    <CountdownLine
      key={phase}
      look="boxes"
      id={phase === 'running' ? 'event.ends_in' : 'event.starts_in'}
      endsAtMs={phase === 'running' ? event.ends_at : event.starts_at}
      onEnd={props.onPhaseChange}
    />
  );
}

/** One large piece at the end with small ones around it. */
function castOf(art: Readonly<Record<string, string | undefined>>, large: EventArt) {
  const pieces = [
    { use: 'sparkles', left: 62, bottom: 58, width: 10, angle: 0 },
    { use: large, left: 79, bottom: 24, width: 33, angle: 5 },
    { use: 'ticket', left: 60, bottom: 34, width: 16, angle: -14 },
    { use: 'currency', left: 95, bottom: 26, width: 15, angle: 10 },
  ];
  return pieces.flatMap(({ use, ...position }) => {
    const image = art[use];
    return image === undefined ? [] : [{ image, ...position }];
  });
}
