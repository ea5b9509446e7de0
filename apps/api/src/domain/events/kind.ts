import type { ActivityKind } from '@webpay/contract/activity-shapes';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import type { Session } from '../players/queries.ts';
import { describeIssue } from '../projects/catalogue-files.ts';
import type { Texts } from '../projects/project-data.ts';
import type { Project, ProjectEvent } from '../projects/catalogue-cache.ts';

/** So much of one item, with what is shown and mailed of it. */
export const givenItem = v.object({
  item_id: v.string(),
  name: v.record(v.string(), v.string()),
  count: v.number(),
  image: v.string(),
});
export type GivenItem = v.InferOutput<typeof givenItem>;

/** What a kind needs to turn its part of `events.yaml` into what the shop keeps. */
export type EventReader = {
  /** @throws CatalogueError where the project has no such item */
  item(given: { readonly item_id: string; readonly count: number }): GivenItem;
  /** The address of a picture. @throws CatalogueError */
  picture(name: string): Promise<string>;
  /** @throws CatalogueError where the project does not sell it, or sells it as another kind */
  product(
    productId: string,
    kind: 'card' | 'bargain',
  ): { readonly name: Texts; readonly prices: Readonly<Record<string, number>> };
  /** @throws CatalogueError naming file, event and field */
  refuse(field: string, why: string): never;
};

/** US dollars as the files write them: `'4.99'`. */
export const dollars = v.pipe(v.string(), v.regex(/^\d{1,6}\.\d{2}$/, 'is not dollars and cents'));

/** '4.99' → 499 */
export function cents(amount: string): number {
  return Number(amount.replace('.', ''));
}

/**
 * A kind of event: how the catalogue writes its rules, how they are kept, where its page is, and whether it has
 * something for a player. One folder here, one screen in the storefront, one line in events/activities/registry.ts.
 */
export type EventKind<Rules extends v.GenericSchema = v.GenericSchema> = {
  readonly kind: ActivityKind;
  readonly rules: Rules;
  /** Its part of an event in `events.yaml`, under the kind's name. @throws CatalogueError */
  read(written: unknown, reader: EventReader): Promise<v.InferOutput<Rules>>;
  /** The screen's path below the project's home. */
  readonly screen: string;
  /** Whether this player can claim, spin or buy something there now; asked only while it runs. */
  hasSomething(
    ctx: Ctx,
    at: { readonly session: Session; readonly project: Project; readonly event: ProjectEvent },
  ): Promise<boolean>;
};

/** Makes a kind of the shape its file has, and of what becomes of it. */
export function eventKind<File extends v.GenericSchema, Rules extends v.GenericSchema>({
  file,
  read,
  ...rest
}: Omit<EventKind<Rules>, 'read'> & {
  readonly file: File;
  read(file: v.InferOutput<File>, reader: EventReader): Promise<v.InferOutput<Rules>>;
}): EventKind<Rules> {
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

/** The rules of an event as its kind wrote them at the import; read once for each version of the catalogue. */
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
