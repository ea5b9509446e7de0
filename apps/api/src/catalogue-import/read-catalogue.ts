import { toMinor } from '@webpay/contract/money';
import type * as v from 'valibot';
import {
  asCssUrl,
  fileAddresses,
  hasFile,
  projectFolders,
  readShape,
  readText,
  type CatalogueSource,
} from '../domain/projects/catalogue-files.ts';
import {
  channelsFile,
  eventsFile,
  productsFile,
  projectFile,
  regionsFile,
  sharedArtFile,
  themeFile,
} from '../domain/projects/catalogue-shape.ts';
import { checkProducts, checkProject, checkProjects, checkRegions } from './check-catalogue.ts';
import { checkContrast } from './contrast.ts';
import { located } from './locate.ts';
import type { ProjectData, Texts } from '../domain/projects/project-data.ts';
import { SANDBOX_METHODS, type Methods } from '../config/methods/read-methods.ts';
import { readChannels } from './read-channels.ts';
import { readEvents } from './read-events.ts';
import { readTranslations } from './translations.ts';

/** A checked project; its pictures are addresses that the shop serves. */
export type CatalogueProject = Awaited<ReturnType<typeof readProject>>;
export type CatalogueProduct = Awaited<ReturnType<typeof productsOf>>[number];
export type CatalogueEvent = CatalogueProject['events'][number];

type Address = ReturnType<typeof fileAddresses>;
type Shelf = v.InferOutput<typeof productsFile>;

/**
 * Reads every project, in seed order.
 * @param methods of the shop that will offer them
 * @param sources files of projects as a version keeps them, read instead of the folder's
 * @throws CatalogueError naming file, line and field
 */
export async function readCatalogue(
  dir: string,
  methods: Methods = SANDBOX_METHODS,
  sources: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(),
): Promise<CatalogueProject[]> {
  try {
    const projects: CatalogueProject[] = [];
    for (const folder of await projectFolders(dir)) {
      const texts = sources.get(folder);
      const source = texts === undefined ? dir : { dir, project: folder, texts };
      projects.push(await readProject(source, folder, methods));
    }
    checkProjects(projects);
    return projects.toSorted((a, b) => a.order - b.order);
  } catch (error) {
    throw await located(dir, error);
  }
}

/** Reads one project. @throws CatalogueError naming file and field */
export async function readProject(dir: CatalogueSource, folder: string, methods: Methods) {
  const translate = await readTranslations(dir, folder);
  const read = <S extends v.GenericSchema>(file: string, shape: S) =>
    readShape(dir, `${folder}/${file}`, shape, translate);
  const project = await read('project.yaml', projectFile);
  const regions = await read('regions.yaml', regionsFile);
  const channels = await read('channels.yaml', channelsFile);
  const shelf = await read('products.yaml', productsFile);
  checkProject(folder, project);
  // Its tables take 3 MB, and a process that only reads the catalogue from the database needs none.
  const { checkPattern } = await import('./pattern.ts');
  checkPattern(folder, project.cid_pattern);
  checkRegions(folder, regions);
  const ways = readChannels(folder, channels, project, methods);
  checkProducts(folder, shelf, project);
  const address = fileAddresses(dir, folder);
  const at = (name: string) => address(name, 'project.yaml');
  const theme = await readTheme(dir, folder, address);
  const items = await itemsOf(shelf, address);
  const products = await productsOf(shelf, items, address);
  const { events } = (await hasFile(dir, `${folder}/events.yaml`))
    ? await read('events.yaml', eventsFile)
    : { events: [] };
  const { code, order, game_id, open, ...file } = project;
  const data: ProjectData = {
    ...file,
    icon: await at(file.icon),
    logo: await at(file.logo),
    copyright_logo: await at(file.copyright_logo),
    role_id_image: await at(file.role_id_image),
    popup: await at(file.popup),
    banners: await Promise.all(
      file.banners.map(async (each) => ({ ...each, banner: await at(each.banner) })),
    ),
    categories: shelf.categories,
    theme,
  };
  return {
    code,
    order,
    game_id,
    open,
    data,
    regions: regions.regions.map(({ pr_id, name }) => ({ pr_id, name })),
    servers: regions.regions.flatMap(({ pr_id, servers }) =>
      servers.map((server) => ({ ...server, pr_id })),
    ),
    products,
    events: await readEvents(folder, events, {
      screens: file.screens,
      items,
      products,
      address,
      countries: countriesOf(project),
    }),
    channels: await Promise.all(
      ways.map(async ({ pay_id, method: { provider, method }, logo, name, ...where }) => ({
        pay_id,
        provider,
        method,
        data: {
          ...where,
          name,
          logo: logo === null ? '' : await address(logo, 'channels.yaml'),
        },
      })),
    ),
  };
}

/** Codes of the countries that the project names. */
export const countriesOf = ({
  countries,
}: Pick<v.InferOutput<typeof projectFile>, 'countries'>): ReadonlySet<string> =>
  new Set(countries.map(({ country }) => country));

async function readTheme(
  dir: CatalogueSource,
  folder: string,
  address: Address,
): Promise<ProjectData['theme']> {
  const file = await readShape(dir, `${folder}/theme.yaml`, themeFile);
  const { mode, shape, trim, tokens, font, sky } = file;
  checkContrast(folder, tokens);
  const at = (name: string) => address(name, 'theme.yaml');
  const scene = await readText(dir, `${folder}/${file.scene}`);
  const { uses } = await readShape(dir, 'shared/art.yaml', sharedArtFile);
  // A project without its own picture for a use has the shared one.
  const art = await Promise.all(
    Object.entries({ ...uses, ...file.art }).map(
      async ([use, name]) => [use, await at(name)] as const,
    ),
  );
  return {
    button_color: tokens.btn,
    mode,
    shape,
    trim,
    tokens: { ...tokens, sky, scene: asCssUrl(scene) },
    font: { family: font.family, url: await at(font.file), size_adjust: font.size_adjust },
    cast: await Promise.all(
      file.cast.map(async (piece) => ({ ...piece, image: await at(piece.image) })),
    ),
    art: Object.fromEntries(art),
  };
}

/** Names and pictures of a project's items, by id. */
export type CatalogueItems = ReadonlyMap<string, { readonly name: Texts; readonly image: string }>;

async function itemsOf({ items }: Shelf, address: Address): Promise<CatalogueItems> {
  const known = items.map(async ({ item_id, name, image }) => {
    return [item_id, { name, image: await address(image, 'products.yaml') }] as const;
  });
  return new Map(await Promise.all(known));
}

async function productsOf(shelf: Shelf, items: CatalogueItems, address: Address) {
  const item = (id: string) => items.get(id) ?? { name: {}, image: '' };
  return Promise.all(
    shelf.products.map(async ({ product_id, kind, limit, on_sale, prices, ...data }) => ({
      product_id,
      kind,
      limit,
      on_sale,
      data: {
        ...data,
        image: await address(data.image, 'products.yaml'),
        contents: data.contents.map((given) => ({ ...given, ...item(given.item_id) })),
        bonus: data.bonus && { ...data.bonus, name: item(data.bonus.item_id).name },
      },
      prices: Object.fromEntries(
        Object.entries(prices).map(([currency, amount]) => [
          currency,
          toMinor({ amount, currency }),
        ]),
      ),
    })),
  );
}
