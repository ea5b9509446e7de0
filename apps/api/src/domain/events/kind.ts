import type { ActivityKind } from '@webpay/contract/activity-shapes';
import type { CallResult } from '@webpay/contract/calls';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import type { Json } from '../../platform/db/statement.ts';
import type { Session } from '../players/queries.ts';
import { describeIssue } from '../projects/catalogue-files.ts';
import type { GivenItem } from '../projects/project-data.ts';
import type { Project, ProjectEvent } from '../projects/catalogue-cache.ts';

/** Resolves references of `events.yaml` during the import. */
export type EventReader = {
  /** @throws CatalogueError where the project has no such item */
  item(given: { readonly item_id: string; readonly count: number }): GivenItem;
  /** Address of a picture. @throws CatalogueError */
  picture(name: string): Promise<string>;
  /** @throws CatalogueError where the project does not sell it as this kind */
  product(
    productId: string,
    kind: 'card' | 'bargain',
  ): { readonly prices: Readonly<Record<string, number>> };
  /** @throws CatalogueError naming file, event and field */
  refuse(field: string, why: string): never;
};

/** Forms of the files' numbers and ids. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(1));
export const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** US dollars as the files write them: `'4.99'`. */
export const dollars = v.pipe(v.string(), v.regex(/^\d{1,6}\.\d{2}$/, 'is not dollars and cents'));

export function cents(amount: string): number {
  return Number(amount.replace('.', ''));
}

export type Glance = {
  /** How many things this player can claim, spin or buy now. */
  readonly ready: number;
} & Pick<CallResult<'activityList'>[number], 'reward_points'>;

/** A kind of event: its page and badge. Needs a folder, a screen and a line in registry.ts. */
export type EventKind = {
  readonly kind: ActivityKind;
  /** Reads its part of an event in `events.yaml`, under the kind's name. @throws CatalogueError */
  read(written: unknown, reader: EventReader): Promise<Json>;
  /** The screen's path below the project's home. */
  readonly screen: string;
  /** The player's standing beside the event's name; called only for running events. */
  glance(
    ctx: Ctx,
    at: {
      readonly session: Session;
      readonly project: Project;
      readonly event: ProjectEvent;
      readonly lang: string;
    },
  ): Promise<Glance>;
};

/** Creates a kind from its file shape and its reader. */
export function eventKind<File extends v.GenericSchema>({
  file,
  read,
  ...rest
}: Omit<EventKind, 'read'> & {
  readonly file: File;
  read(file: v.InferOutput<File>, reader: EventReader): Promise<Json>;
}): EventKind {
  return {
    ...rest,
    read: async (written, reader) => {
      const parsed = v.safeParse(file, written);
      if (parsed.success) return read(parsed.output, reader);
      const issue = parsed.issues[0];
      const field = [rest.kind, v.getDotPath(issue)].filter((part) => part !== null).join('.');
      return reader.refuse(field, describeIssue(issue));
    },
  };
}

const known = new WeakMap<object, unknown>();

/** The rules of an event as imported; parsed once per catalogue version. */
export function rulesOf<Rules extends v.GenericSchema>(
  event: ProjectEvent,
  rules: Rules,
): v.InferOutput<Rules> {
  const made = known.get(event);
  if (made !== undefined) return made;
  const parsed = v.parse(rules, event.data.rules);
  known.set(event, parsed);
  return parsed;
}
