import type { ActivityKind } from '@webpay/contract/activity-shapes';
import type * as v from 'valibot';
import type { EventReader } from '../domain/events/kind.ts';
import { EVENT_KINDS } from '../domain/events/activities/registry.ts';
import {
  CatalogueError,
  type CataloguePlace,
  type fileAddresses,
} from '../domain/projects/catalogue-files.ts';
import type { eventsFile } from '../domain/projects/catalogue-shape.ts';
import type { CatalogueItems, CatalogueProduct } from './read-catalogue.ts';
import { checkWindow, readWindow } from './read-window.ts';

/** @param or the other place that may hold the mistake */
type Refuse = (field: string, why: string, or?: CataloguePlace) => never;

type FileEvent = v.InferOutput<typeof eventsFile>['events'][number];

type Shelf = {
  /** The project's pages by name; true: open. */
  readonly screens: Readonly<Record<string, boolean>>;
  readonly items: CatalogueItems;
  readonly products: readonly CatalogueProduct[];
  readonly address: ReturnType<typeof fileAddresses>;
  readonly countries: ReadonlySet<string>;
};

/**
 * Reads the events of one project for their rows; with `days` an event has no window yet.
 * @throws CatalogueError naming file, event and field
 */
export async function readEvents(folder: string, events: readonly FileEvent[], shelf: Shelf) {
  const read: Awaited<ReturnType<typeof readEvent>>[] = [];
  for (const [index, event] of events.entries()) {
    checkWindow(folder, event, index, shelf.countries);
    const refuse: Refuse = (field, why, other) => {
      // By its place: an event of the same id may come first.
      const at = ['events', index, field].join('.');
      const or = other && { or: { ...other, file: `${folder}/${other.file}` } };
      const mistake = { field: `${event.id}.${field}`, at, why, ...or };
      throw new CatalogueError({ file: `${folder}/events.yaml`, ...mistake });
    };
    if (read.some((each) => each.base_id === event.id)) refuse('id', 'stands there twice');
    read.push(await readEvent(event, shelf, refuse));
  }
  return read;
}

async function readEvent(event: FileEvent, shelf: Shelf, refuse: Refuse) {
  const { kind, window, network, title, tagline, banner, remind } = event;
  if (!isKind(kind)) return refuse('kind', `${kind} is no kind of event`);
  const page = EVENT_KINDS[kind].screen.split('/').at(-1) ?? '';
  if (shelf.screens[page] !== true) {
    const screens = { file: 'project.yaml', field: `screens.${page}` };
    refuse('kind', `its page ${page} is not open in project.yaml`, screens);
  }
  const reader = readerOf(kind, shelf, refuse);
  return {
    base_id: event.id,
    kind,
    window: readWindow(window),
    data: {
      title,
      tagline,
      banner: await shelf.address(banner, 'events.yaml'),
      remind,
      ...(network === undefined ? {} : { network }),
      rules: await EVENT_KINDS[kind].read(event[kind], reader),
    },
  };
}

function isKind(kind: string): kind is ActivityKind {
  return Object.hasOwn(EVENT_KINDS, kind);
}

function readerOf(
  kind: ActivityKind,
  { items, products, address }: Shelf,
  refuse: Refuse,
): EventReader {
  return {
    refuse: (field, why) => refuse(field, why),
    picture: (name) => address(name, 'events.yaml'),
    item: (given) => {
      const item = items.get(given.item_id);
      if (item !== undefined) return { ...given, ...item };
      const shelf = { file: 'products.yaml', field: 'items' };
      return refuse(kind, `there is no item ${given.item_id}`, shelf);
    },
    product: (productId, of) => {
      const product = products.find((each) => each.product_id === productId);
      if (product?.kind === of) return product;
      const shelf = { file: 'products.yaml', field: product?.product_id ?? 'products' };
      return refuse(kind, `there is no ${of} ${productId}`, shelf);
    },
  };
}
