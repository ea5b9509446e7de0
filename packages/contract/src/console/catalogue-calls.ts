import * as v from 'valibot';
import { define, id, text } from './inputs.ts';
import { draftFiles, goodLimit } from './publish-shapes.ts';
import { projectName, time } from './shapes.ts';

const version = v.object({
  number: v.number(),
  /** import: by the command; publish: by the console; rollback: older files came back. */
  source: v.picklist(['import', 'publish', 'rollback']),
  /** The version whose files came back; null: not a way back. */
  restores: v.nullable(v.number()),
  at: time,
  by: v.string(),
  because: v.string(),
});

export const PUBLICATION_STATES = [
  'waiting',
  'published',
  'cancelled',
  'missed',
  'refused',
] as const;
const publication = v.object({
  id: v.string(),
  /** missed: the worker came too late; refused: its checks failed at its moment. */
  state: v.picklist(PUBLICATION_STATES),
  title: v.string(),
  /** As the person confirmed them. */
  effects: v.array(v.string()),
  /** The moment, by the shop's clock. */
  publish_at: time,
  by: v.string(),
  because: v.string(),
  /** Why it was not published, or who took it back; null: neither. */
  ended_why: v.nullable(v.string()),
});
export type PlannedPublication = v.InferOutput<typeof publication>;
export type CatalogueVersion = v.InferOutput<typeof version>;

const good = v.object({
  product_id: v.string(),
  name: v.string(),
  on_sale: v.boolean(),
  /** Live prices in minor units, by currency. */
  prices: v.record(v.string(), v.number()),
});
export type CatalogueGood = v.InferOutput<typeof good>;

const texts = v.record(v.string(), v.string());
const shelfGood = v.object({
  product_id: v.string(),
  kind: v.picklist(['topup', 'pack', 'card', 'bargain']),
  on_sale: v.boolean(),
  limit: goodLimit,
  /** By language; English is always there. */
  names: texts,
  descriptions: texts,
});
const way = v.object({
  pay_id: v.string(),
  name: v.string(),
  /** `*`: every country of the project. */
  countries: v.union([v.literal('*'), v.array(v.string())]),
});

/** Bytes of UTF-8 that one file, and all files of an import, may have. */
export const MAX_IMPORT_BYTES = { file: 131_072, all: 1_048_576 } as const;
const mistake = v.object({
  /** Below the catalogue's folder. */
  file: v.string(),
  line: v.nullable(v.number()),
  /** Keys, places in lists, and ids of entries; null: the file as a whole. */
  field: v.nullable(v.string()),
  /** The end of a sentence that begins with the field. */
  why: v.string(),
});

/** Input and answer of the catalogue screen (docs/console.md). */
export const CATALOGUE_CALLS = {
  catalogue: define(
    v.object({ project: id }),
    v.object({
      project: projectName,
      /** The newest first, at most 50; the first is live. Empty: none is known yet. */
      versions: v.array(version),
      /** Those that wait, then those that ended of late. At most 50. */
      publications: v.array(publication),
      /** US dollars first, then those of the project's countries. */
      currencies: v.array(v.string()),
      goods: v.array(good),
      now: time,
      /** The shop's clock, which planned publications follow. */
      shop_now: time,
    }),
  ),
  goods: define(
    v.object({ project: id }),
    v.object({
      project: projectName,
      /** The live version; null: none is known yet. */
      version: v.nullable(v.number()),
      /** Languages that players choose from, English first. */
      langs: v.array(v.string()),
      countries: v.array(v.string()),
      /** In their order on the shelf. */
      goods: v.array(shelfGood),
      ways: v.array(way),
      /** Ways to pay that the shop knows and the project does not offer. */
      other_ways: v.array(v.object({ pay_id: v.string(), name: v.string() })),
      now: time,
    }),
  ),
  catalogueFiles: define(
    v.object({ project: id }),
    v.object({
      project: projectName,
      /** The live version; null: none is known yet. */
      version: v.nullable(v.number()),
      /** Its text files, byte for byte, in the order of their paths. */
      files: v.array(v.object({ path: v.string(), text: v.string() })),
    }),
  ),
  cataloguePictures: define(
    v.object({ project: id }),
    v.object({
      project: projectName,
      /** The live version; null: none is known yet. */
      version: v.nullable(v.number()),
      /** In the order of their paths. */
      pictures: v.array(
        v.object({
          /** `art/gem.webp` */
          path: v.string(),
          /** An address of the console's own origin; its content never changes. */
          address: v.string(),
          bytes: v.number(),
          /** In pixels; 0: it cannot be read. */
          width: v.number(),
          height: v.number(),
          /** By the live version, instead of the folder's. */
          is_brought: v.boolean(),
          /** The folder has a picture of this name. */
          is_in_folder: v.boolean(),
          /** Always the folder's: an icon of the installed app. */
          is_fixed: v.boolean(),
        }),
      ),
    }),
  ),
  importCatalogue: define(
    v.object({
      project: id,
      files: v.pipe(
        v.array(
          v.strictObject({
            /** Below the project's folder; the folder's name may stand before it. */
            path: text(120),
            text: v.pipe(v.string(), v.maxLength(MAX_IMPORT_BYTES.file)),
            /** The version from which it was saved, if known: another one may not have changed it since. */
            version: v.optional(
              v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647)),
            ),
          }),
        ),
        v.minLength(1),
        v.maxLength(40),
      ),
    }),
    v.object({
      /** The live version that the draft would follow. */
      seen: v.number(),
      /** Every mistake that was found, at most 100. Empty: the files can be published. */
      mistakes: v.array(mistake),
      /** Files that differ from the live version. Empty: there is a mistake, or nothing differs. */
      files: v.union([v.strictTuple([]), draftFiles]),
      /** Files that are equal to those of the live version. */
      same: v.number(),
    }),
  ),
} as const;
