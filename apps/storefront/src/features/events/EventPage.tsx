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
import { Curtain } from './Curtain.tsx';
import { type EventArt, EventBar, EventHero } from './EventHero.tsx';
import styles from './EventPage.module.css';
import { type EventFacts, phaseOf } from './facts.ts';
import { RulesSheet } from './RulesSheet.tsx';
import type { EventState } from './use-event.ts';
import { useReminder } from './use-reminder.ts';

export type EventPageProps<Info extends EventFacts> = {
  readonly event: EventState<Info>;
  /** The page's h1: the event's own name, and this until that is known. */
  readonly title: string;
  /** Where the h1 is not the event's name: a state of its page. */
  readonly heading?: string;
  readonly art: EventArt;
  /** The page begins with art of its own, below a plain bar. */
  readonly isPlain?: boolean;
  /** Sentences of the rules sheet. */
  readonly rules: (info: Info) => readonly string[];
  /** Below them: what is no sentence. */
  readonly belowRules?: (info: Info) => ReactNode;
  readonly onBack?: () => void;
  /** Beside the column while the event is open. */
  readonly aside?: (info: Info) => ReactNode;
  /** What there is to do also when the event is over: rewards that wait. */
  readonly isOpenAfterEnd?: (info: Info) => boolean;
  /** Everything below the hero, the foot included. */
  readonly children: (info: Info) => ReactNode;
};

/** The frame of every event's page: scene, reminder and rules, and what stands there while it is not open. */
export function EventPage<Info extends EventFacts>(props: EventPageProps<Info>) {
  const project = useProject();
  const [showsRules, setShowsRules] = useState(false);
  const { event } = props;
  const { info } = event;
  const reminder = useReminder(event);
  const isOpen =
    info !== undefined && (phaseOf(info) === 'running' || props.isOpenAfterEnd?.(info) === true);
  // A curtain hangs before the scene.
  const isPlain = props.isPlain === true && (info === undefined || isOpen);
  const bar = {
    title: props.heading ?? info?.title ?? props.title,
    event: info,
    reminder,
    onBack: props.onBack ?? (() => navigate(paths.goodsList(project))),
    onRules: () => setShowsRules(true),
  };
  return (
    <ShopFrame aside={isOpen && props.aside?.(info)}>
      {isPlain ? (
        <EventBar {...bar} />
      ) : (
        <EventHero {...bar} art={props.art} onTurn={event.refresh} />
      )}
      <div className={cx(styles.rest, isPlain && styles.plain)}>
        {info === undefined ? (
          <Waiting event={event} />
        ) : (
          <>
            {event.failure !== null && <OldNews event={event} />}
            {isOpen ? props.children(info) : <Curtain event={info} reminder={reminder} />}
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

type Asked = Omit<EventState<EventFacts>, 'put'>;

/** What lies below the scene, its first part over the scene's lower edge. */
export function EventBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** Nothing has come yet, or nothing will. */
function Waiting({ event }: { readonly event: Asked }) {
  const t = useText();
  const configs = useConfigs();
  const { failure } = event;
  if (refusedWith(failure, CODES.NOT_IN_ACTIVITY_TIME)) return <NoEvent />;
  const said = failure === null ? null : failureMessage(t, failure, configs);
  const isTold = failure instanceof CallRefused && said === null;
  if (failure === null || isTold) {
    return (
      <EventBody>
        <SlowNote text="goods.loading_long" onRetry={event.refresh} />
        <SkeletonGroup className={styles.outline}>
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
        {said ?? t('goods.failed_text')}
      </ErrorBlock>
    </EventBody>
  );
}

/** The project has no event of this kind at all. */
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
            picture={
              art['hourglass'] && <img className={styles.art} src={art['hourglass']} alt="" />
            }
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

/** The last look failed: what is shown may have changed since. */
function OldNews({ event }: { readonly event: Asked }) {
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
