import type { ActivityKind } from '@webpay/contract/activity-shapes';
import { Refusal } from '../../errors.ts';
import type { Project, ProjectEvent } from '../projects/catalogue-cache.ts';
import { stateOf, type WindowState } from './days.ts';

/** The event of a kind that players see: the running one, else the next, else the last. */
export function findEventOfKind(
  project: Project,
  kind: ActivityKind,
  now: Date,
): ProjectEvent | null {
  const events = project.events
    .filter((event) => event.kind === kind)
    .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
  const inState = (state: WindowState) => events.filter((event) => stateOf(event, now) === state);
  return inState('running')[0] ?? inState('not_started')[0] ?? inState('ended').at(-1) ?? null;
}

/** @throws Refusal NOT_IN_ACTIVITY_TIME where the project has none */
export function eventOfKind(project: Project, kind: ActivityKind, now: Date): ProjectEvent {
  const found = findEventOfKind(project, kind, now);
  if (found === null) throw new Refusal('NOT_IN_ACTIVITY_TIME');
  return found;
}

/** @throws Refusal NOT_IN_ACTIVITY_TIME outside its window */
export function runningEvent(project: Project, kind: ActivityKind, now: Date): ProjectEvent {
  const event = eventOfKind(project, kind, now);
  if (stateOf(event, now) !== 'running') throw new Refusal('NOT_IN_ACTIVITY_TIME');
  return event;
}
