import type { OrderFile } from './order-file.ts';

/** Rows of the timeline: newest first, steps still to come above them. */

export type Entry = OrderFile['timeline'][number];
export type EntryKind = Entry['kind'];

export type TimelineRow = Entry & {
  readonly key: string;
  /** Ms since the step before; null for the first one and for steps still to come. */
  readonly afterMs: number | null;
};

export const KIND_LABELS: Readonly<Record<EntryKind, string>> = {
  payment: 'Payment',
  question: 'Questions',
  mail: 'Mail',
  money_back: 'Money back',
  person: 'People',
};

export function timelineRows(timeline: readonly Entry[]): readonly TimelineRow[] {
  const oldestFirst = timeline
    .map((entry, place) => ({ entry, place }))
    .toSorted((one, other) => one.entry.at - other.entry.at || other.place - one.place);
  let before: number | null = null;
  const rows = oldestFirst.map(({ entry, place }): TimelineRow => {
    const afterMs = before === null || entry.is_planned ? null : entry.at - before;
    if (!entry.is_planned) before = entry.at;
    return { ...entry, key: `${entry.at} ${place}`, afterMs };
  });
  return rows.toReversed();
}

/** Kinds that occur, with their counts, in the order of KIND_LABELS. */
export function kindsOf(timeline: readonly Entry[]) {
  // The keys of the table are the kinds.
  return (Object.keys(KIND_LABELS) as EntryKind[]).flatMap((kind) => {
    const count = timeline.filter((entry) => entry.kind === kind).length;
    return count === 0 ? [] : [{ kind, count }];
  });
}
