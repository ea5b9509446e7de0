import type { CallResult } from '@webpay/contract/calls';
import { stateOf } from '../find-event.ts';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { textIn } from '../../projects/texts.ts';
import { EVENT_KINDS } from './registry.ts';

type Activities = CallResult<'productLists'>['activities'];

/** Lists by project object: a reloaded project starts empty. */
const lists = new WeakMap<Project, Map<string, Activities>>();
/** Lists per project: its languages, twice when an event begins or ends. */
const MOST_LISTS = 64;

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
  const made = lists.get(project) ?? new Map<string, Activities>();
  lists.set(project, made);
  const known = made.get(key);
  if (known !== undefined) return known;
  const list = running.map((event) => activityOf(project, event, lang));
  if (made.size >= MOST_LISTS) made.clear();
  made.set(key, list);
  return list;
}

export function activityOf(
  project: Project,
  event: ProjectEvent,
  lang: string,
): Activities[number] {
  return {
    id: event.event_id,
    kind: event.kind,
    title: textIn(event.data.title, lang, project.lang_default),
    tagline: textIn(event.data.tagline, lang, project.lang_default),
    banner: event.data.banner,
    starts_at: event.starts_at.getTime(),
    ends_at: event.ends_at.getTime(),
    path: `/${project.code}${EVENT_KINDS[event.kind].screen}`,
  };
}
