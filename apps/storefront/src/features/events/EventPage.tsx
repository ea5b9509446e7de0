import { type ReactNode, useState } from 'react';
import { CODES } from '@webpay/contract/codes';
import { navigate } from '../../router/history.ts';
import { CallRefused, refusedWith } from '../../api/failure.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { EmptyState, ErrorBlock } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { useConfigs, useProject } from '../../api/page.tsx';
import { againAfter, failureMessage } from '../support/code-message.ts';
import { ShopFrame } from '../frame/ShopFrame.tsx';
import { SlowNote } from '../frame/SlowNote.tsx';
import { ClosedEvent } from './ClosedEvent.tsx';
import { type EventArt, EventBar, EventHero } from './EventHero.tsx';
import styles from './EventPage.module.css';
import pane from './EventPane.module.css';
import { PaneSlot } from './EventPane.tsx';
import { RulesSheet } from './RulesSheet.tsx';
import { type EventFacts, type EventState, phaseOf, useReminder } from './use-event.ts';

export type EventPageProps<Info extends EventFacts> = {
  readonly event: EventState<Info>;
  /** The page's h1 until the event's name is known. */
  readonly title: string;
  /** Replaces the event's name as h1. */
  readonly heading?: string;
  readonly art: EventArt;
  /** The page begins with its own art below a plain bar. */
  readonly isPlain?: boolean;
  readonly rules: (info: Info) => readonly string[];
  /** Content below the rules that is not text. */
  readonly belowRules?: (info: Info) => ReactNode;
  readonly onBack?: () => void;
  /** Keeps the page open after the event's end, for rewards that can still be claimed. */
  readonly isOpenAfterEnd?: (info: Info) => boolean;
  /** Content below the hero, including the bottom bar. */
  readonly children: (info: Info) => ReactNode;
};

/** Frame of every event page: scene, reminder, rules, and the states without an open event. */
export function EventPage<Info extends EventFacts>(props: EventPageProps<Info>) {
  const project = useProject();
  const [showsRules, setShowsRules] = useState(false);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const { event } = props;
  const { info } = event;
  const reminder = useReminder(event);
  const isOpen =
    info !== undefined && (phaseOf(info) === 'running' || props.isOpenAfterEnd?.(info) === true);
  // A closed event always shows its scene.
  const isPlain = props.isPlain === true && (info === undefined || isOpen);
  const bar = {
    title: props.heading ?? info?.title ?? props.title,
    event: info,
    reminder,
    onBack: props.onBack ?? (() => navigate(paths.goodsList(project))),
    onRules: () => setShowsRules(true),
  };
  return (
    <ShopFrame world="event" pane={isOpen && <div ref={setSlot} className={pane.slot} />}>
      {isPlain ? (
        <EventBar {...bar} />
      ) : (
        <EventHero {...bar} art={props.art} onPhaseChange={event.refresh} />
      )}
      <div className={cx(styles.rest, isPlain && styles.plain)}>
        {info === undefined ? (
          <EventPending event={event} />
        ) : (
          <>
            {event.failure !== null && <StaleNotice event={event} />}
            {isOpen ? (
              <PaneSlot value={slot}>{props.children(info)}</PaneSlot>
            ) : (
              <ClosedEvent event={info} reminder={reminder} />
            )}
            <RulesSheet
              open={showsRules}
              onClose={() => setShowsRules(false)}
              rules={props.rules(info)}
            >
              {props.belowRules?.(info)}
            </RulesSheet>
          </>
        )}
      </div>
    </ShopFrame>
  );
}

type LoadedEvent = Omit<EventState<EventFacts>, 'put'>;

/** Content below the scene; its first part overlaps the scene's lower edge. */
export function EventBody({ children }: { readonly children: ReactNode }) {
  return <div className={`stack ${styles.body}`}>{children}</div>;
}

/** Loading or failed state of an event. */
function EventPending({ event }: { readonly event: LoadedEvent }) {
  const t = useText();
  const configs = useConfigs();
  const { failure } = event;
  if (refusedWith(failure, CODES.NOT_IN_ACTIVITY_TIME)) return <NoEvent />;
  const message = failure === null ? null : failureMessage(t, failure, configs);
  const isReported = failure instanceof CallRefused && message === null;
  if (failure === null || isReported) {
    return (
      <EventBody>
        <SlowNote text="goods.loading_long" onRetry={event.refresh} />
        <SkeletonGroup className={`stack ${styles.outline}`}>
          <Skeleton height="calc(var(--u) * 1.7)" />
          <Skeleton height="calc(var(--u) * 3.4)" />
          <Skeleton height="calc(var(--u) * 2.2)" />
          <Skeleton height="calc(var(--u) * 2.2)" />
        </SkeletonGroup>
      </EventBody>
    );
  }
  return (
    <EventBody>
      <ErrorBlock
        title={t('goods.failed')}
        onRetry={againAfter(failure, event.refresh)}
        busy={event.isFetching}
        requestId={failure instanceof CallRefused ? failure.requestId : null}
      >
        {message ?? t('goods.failed_text')}
      </ErrorBlock>
    </EventBody>
  );
}

/** The project has no event of this kind. */
function NoEvent() {
  const t = useText();
  const project = useProject();
  const { art } = useConfigs().theme;
  return (
    <>
      <EventBody>
        <Panel>
          <EmptyState
            title={t('event.none')}
            picture={art['hourglass'] && <img className="fit" src={art['hourglass']} alt="" />}
          >
            {t('event.none_text')}
          </EmptyState>
        </Panel>
      </EventBody>
      <BottomBar>
        <Button wide onClick={() => navigate(paths.goodsList(project))}>
          {t('event.to_shop')}
        </Button>
      </BottomBar>
    </>
  );
}

/** Warns that the last refresh failed, so the page may be out of date. */
function StaleNotice({ event }: { readonly event: LoadedEvent }) {
  const t = useText();
  return (
    <div className={styles.notice}>
      <Notice
        role="status"
        tone="warn"
        end={
          <Button kind="ghost" size="small" busy={event.isFetching} onClick={event.refresh}>
            {t('ui.try_again')}
          </Button>
        }
      >
        {t('event.refresh_failed')}
      </Notice>
    </div>
  );
}
