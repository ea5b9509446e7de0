import type { ActivityKind } from '@webpay/contract/activity-shapes';
import type * as v from 'valibot';
import type { EventReader, GivenItem } from '../domain/events/kind.ts';
import { EVENT_KINDS } from '../domain/events/activities/registry.ts';
import { CatalogueError, type fileAddresses } from '../domain/projects/catalogue-files.ts';
import type { eventsFile } from './catalogue-shape.ts';
import type { EventData, Texts } from '../domain/projects/project-data.ts';
import type { CatalogueProduct } from './read-catalogue.ts';

type FileEvent = v.InferOutput<typeof eventsFile>['events'][number];

/** An event for its row; with `days` it has no window yet. */
export type CatalogueEvent = {
  readonly base_id: string;
  readonly kind: ActivityKind;
  readonly window: FileEvent['window'];
  readonly data: EventData;
};

type Shelf = {
  /** The project's pages by name; true: open. */
  readonly screens: Readonly<Record<string, boolean>>;
  readonly items: readonly {
    readonly item_id: string;
    readonly name: Texts;
    readonly image: string;
  }[];
  readonly products: readonly CatalogueProduct[];
  readonly address: ReturnType<typeof fileAddresses>;
};

/** Reads the events of one project. @throws CatalogueError naming file, event and field */
export async function readEvents(
  folder: string,
  file: v.InferOutput<typeof eventsFile>,
  shelf: Shelf,
): Promise<CatalogueEvent[]> {
  const events: CatalogueEvent[] = [];
  for (const event of file.events) {
    const refuse = refuserOf(folder, event.id);
    if (events.some((each) => each.base_id === event.id)) refuse('id', 'stands there twice');
    events.push(await readEvent(event, shelf, refuse));
  }
  return events;
}

type Refuse = (field: string, why: string) => never;

function refuserOf(folder: string, eventId: string): Refuse {
  return (field, why) => {
    throw new CatalogueError(`catalogue/${folder}/events.yaml: ${eventId}.${field}: ${why}.`);
  };
}

async function readEvent(event: FileEvent, shelf: Shelf, refuse: Refuse): Promise<CatalogueEvent> {
  const { kind } = event;
  if (!isKind(kind)) return refuse('kind', `${kind} is no kind of event`);
  const page = EVENT_KINDS[kind].screen.split('/').at(-1) ?? '';
  if (shelf.screens[page] !== true) refuse('kind', `its page ${page} is not open in project.yaml`);
  const { window, title, tagline, banner, remind } = event;
  if ('from' in window && Date.parse(window.from) >= Date.parse(window.to)) {
    refuse('window', 'ends before it begins');
  }
  const reader = readerOf(kind, await itemsOf(shelf), shelf, refuse);
  return {
    base_id: event.id,
    kind,
    window,
    data: {
      title,
      tagline,
      banner: await shelf.address(banner, 'events.yaml'),
      remind,
      rules: await EVENT_KINDS[kind].read(event[kind], reader),
    },
  };
}

function isKind(kind: string): kind is ActivityKind {
  return Object.hasOwn(EVENT_KINDS, kind);
}

async function itemsOf({ items, address }: Shelf) {
  const known = await Promise.all(
    items.map(async ({ item_id, name, image }) => {
      return [item_id, { name, image: await address(image, 'products.yaml') }] as const;
    }),
  );
  return new Map(known);
}

function readerOf(
  kind: ActivityKind,
  items: ReadonlyMap<string, Pick<GivenItem, 'name' | 'image'>>,
  { products, address }: Shelf,
  refuse: Refuse,
): EventReader {
  return {
    refuse,
    picture: (name) => address(name, 'events.yaml'),
    item: (given) => {
      const item = items.get(given.item_id);
      if (item === undefined) return refuse(kind, `there is no item ${given.item_id}`);
      return { ...given, ...item };
    },
    product: (productId, of) => {
      const product = products.find((each) => each.product_id === productId);
      if (product?.kind !== of) return refuse(kind, `there is no ${of} ${productId}`);
      return { name: product.data.name, prices: product.prices };
    },
  };
}
