import type { CallResult } from '@webpay/contract/calls';
import { stateOf } from '../days.ts';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { createSharedViews } from '../../projects/shared-views.ts';
import { textsIn } from '../../projects/texts.ts';
import { EVENT_KINDS } from './registry.ts';

type Activities = CallResult<'productLists'>['activities'];

/** Lists per project: its languages, twice when an event begins or ends. */
const sharedList = createSharedViews<Activities>(64);

/** Running events, ordered by their end. */
export function runningEvents(project: Project, now: Date): ProjectEvent[] {
  return project.events
    .filter((event) => stateOf(event, now) === 'running')
    .toSorted((a, b) => a.ends_at.getTime() - b.ends_at.getTime());
}

/** Running events for goods list and home page; one shared list until an event begins or ends. */
export function runningActivities(project: Project, lang: string, now: Date): Activities {
  const running = runningEvents(project, now);
  const key = [lang, ...running.map((event) => event.event_id)].join(' ');
  return sharedList(project, key, () => running.map((event) => activityOf(project, event, lang)));
}

export function activityOf(
  project: Project,
  { event_id, kind, starts_at, ends_at, data }: ProjectEvent,
  lang: string,
): Activities[number] {
  const text = textsIn(project, lang);
  return {
    id: event_id,
    kind,
    title: text(data.title),
    tagline: text(data.tagline),
    banner: data.banner,
    starts_at: starts_at.getTime(),
    ends_at: ends_at.getTime(),
    path: `/${project.code}${EVENT_KINDS[kind].screen}`,
  };
}
