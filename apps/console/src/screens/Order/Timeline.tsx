import {
  IconArrowBackUp,
  IconClock,
  IconCreditCard,
  IconHelpCircle,
  IconLink,
  IconMail,
  IconUser,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { Card } from '../../ui/Card/Card.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import { dayText, spanText } from '../../ui/Time/time-text.ts';
import { type EntryKind, KIND_LABELS, kindsOf, type TimelineRow, timelineRows } from './entries.ts';
import type { OrderFile } from './order-file.ts';
import styles from './Timeline.module.css';

const ICONS = {
  payment: IconCreditCard,
  question: IconHelpCircle,
  mail: IconMail,
  money_back: IconArrowBackUp,
  person: IconUser,
} as const;

/** Everything that happened to the order, newest first. `?at=` marks the entry of that time. */
export function Timeline({
  timeline,
  now,
}: {
  readonly timeline: OrderFile['timeline'];
  readonly now: number;
}) {
  const [kind, setKind] = useState<EntryKind | null>(null);
  const [params] = useSearchParams();
  const marked = params.get('at');
  const rows = timelineRows(timeline).filter((row) => kind === null || row.kind === kind);
  const kinds = kindsOf(timeline);
  return (
    <Card
      title="Timeline"
      isPadded={false}
      actions={
        kinds.length > 1 && (
          <div className={styles['kinds']} role="group" aria-label="Kinds of entries">
            <button type="button" aria-pressed={kind === null} onClick={() => setKind(null)}>
              All {timeline.length}
            </button>
            {kinds.map(({ kind: each, count }) => (
              <button
                key={each}
                type="button"
                aria-pressed={kind === each}
                onClick={() => setKind(each)}
              >
                {KIND_LABELS[each]} {count}
              </button>
            ))}
          </div>
        )
      }
    >
      <ol className={styles['timeline']} aria-label="Timeline, newest first">
        {rows.map((row) => (
          <EntryRow key={row.key} row={row} now={now} isMarked={String(row.at) === marked} />
        ))}
      </ol>
    </Card>
  );
}

function EntryRow({
  row,
  now,
  isMarked,
}: {
  readonly row: TimelineRow;
  readonly now: number;
  readonly isMarked: boolean;
}) {
  const { at, by, kind, tone, sentence, detail, times, is_planned: isPlanned, afterMs } = row;
  const Icon = isPlanned ? IconClock : ICONS[kind];
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) item.current?.scrollIntoView({ block: 'center' });
  }, [isMarked]);
  const [params] = useSearchParams();
  const state: unknown = useLocation().state;
  const toThis = new URLSearchParams(params);
  toThis.set('at', String(at));
  return (
    <li ref={item} data-marked={isMarked || undefined} data-planned={isPlanned || undefined}>
      <span className={styles['when']}>
        <Time at={at} now={now} />
        <small>
          {isPlanned ? (
            <Time at={at} now={now} as="distance" />
          ) : (
            afterMs !== null && `+${spanText(afterMs)}`
          )}
        </small>
      </span>
      <span className={styles['icon']} data-tone={tone} aria-hidden="true">
        <Icon />
      </span>
      <div className={styles['what']}>
        <p>
          {isPlanned && <span className="sr-only">To come: </span>}
          <bdi>{sentence}</bdi>{' '}
          <span className="muted small">
            · <bdi>{by}</bdi>
            {times > 1 && `, ${times} times`}
          </span>
          <Link
            to={{ search: toThis.toString() }}
            state={state}
            replace
            preventScrollReset
            className={styles['mark']}
            aria-label={`Link to this entry of ${dayText(at, now)}`}
          >
            <IconLink aria-hidden />
          </Link>
        </p>
        {detail !== null && (
          <details>
            <summary>Details</summary>
            <pre className={styles['raw']} dir="ltr">
              {pretty(detail)}
            </pre>
          </details>
        )}
      </div>
    </li>
  );
}

/** JSON on several lines; other text as it is. */
function pretty(detail: string): string {
  try {
    return JSON.stringify(JSON.parse(detail), null, 2);
  } catch {
    return detail;
  }
}
