import { toMinor } from '@webpay/contract/money';
import type * as v from 'valibot';
import type { ProductData } from '../domain/projects/queries.ts';
import {
  asCssUrl,
  fileAddresses,
  hasFile,
  projectFolders,
  readShape,
  readText,
} from '../domain/projects/catalogue-files.ts';
import {
  channelsFile,
  eventsFile,
  productsFile,
  projectFile,
  regionsFile,
  themeFile,
} from './catalogue-shape.ts';
import {
  checkChannels,
  checkProducts,
  checkProject,
  checkProjects,
  checkRegions,
} from './check-catalogue.ts';
import type { channelData, ProjectData, Texts } from '../domain/projects/project-data.ts';
import { readEvents, type CatalogueEvent } from './read-events.ts';
import { readTranslations } from './translations.ts';

/** A checked project; its pictures are addresses that the shop serves. */
export type CatalogueProject = {
  readonly code: string;
  readonly order: number;
  readonly game_id: string;
  readonly open: boolean;
  readonly data: ProjectData;
  readonly regions: readonly { readonly pr_id: string; readonly name: Texts }[];
  readonly servers: readonly {
    readonly server_id: string;
    readonly pr_id: string;
    readonly name: Texts;
    readonly state: 'open' | 'maintenance';
  }[];
  readonly products: readonly CatalogueProduct[];
  readonly events: readonly CatalogueEvent[];
  readonly channels: readonly {
    readonly pay_id: string;
    readonly provider: 'payermax' | 'paypal';
    readonly method: 'card' | 'wallet' | 'apple_pay';
    readonly data: v.InferOutput<typeof channelData>;
  }[];
};

export type CatalogueProduct = {
  readonly product_id: string;
  readonly kind: 'topup' | 'pack' | 'card' | 'bargain';
  readonly limit: {
    readonly max: number;
    readonly period: 'once' | 'day' | 'week' | 'month';
  } | null;
  readonly on_sale: boolean;
  readonly data: ProductData;
  /** In minor units, by currency. */
  readonly prices: Readonly<Record<string, number>>;
};

type Address = ReturnType<typeof fileAddresses>;

/**
 * Reads every project below `dir`, in seed order.
 * @throws CatalogueError naming file and field
 */
export async function readCatalogue(dir: string): Promise<CatalogueProject[]> {
  const projects: CatalogueProject[] = [];
  for (const folder of await projectFolders(dir)) projects.push(await readProject(dir, folder));
  checkProjects(projects);
  return projects.toSorted((a, b) => a.order - b.order);
}

async function readProject(dir: string, folder: string): Promise<CatalogueProject> {
  const texts = await readTranslations(dir, folder);
  const read = <S extends v.GenericSchema>(file: string, shape: S) =>
    readShape(dir, `${folder}/${file}`, shape, texts.fill);
  const project = await read('project.yaml', projectFile);
  const regions = await read('regions.yaml', regionsFile);
  const channels = await read('channels.yaml', channelsFile);
  const shelf = await read('products.yaml', productsFile);
  checkProject(folder, project);
  checkRegions(folder, regions);
  checkChannels(folder, channels, project);
  checkProducts(folder, shelf, project);
  const address = fileAddresses(dir, folder);
  const theme = await readTheme(dir, folder, address);
  const products = await productsOf(shelf, address);
  const events = (await hasFile(dir, `${folder}/events.yaml`))
    ? await read('events.yaml', eventsFile)
    : { events: [] };
  return {
    code: project.code,
    order: project.order,
    game_id: project.game_id,
    open: project.open,
    data: await projectDataOf(project, shelf.categories, theme, address),
    regions: regions.regions.map(({ pr_id, name }) => ({ pr_id, name })),
    servers: regions.regions.flatMap(({ pr_id, servers }) =>
      servers.map((server) => ({ ...server, pr_id })),
    ),
    products,
    events: await readEvents(folder, events, {
      screens: project.screens,
      items: shelf.items,
      products,
      address,
    }),
    channels: await Promise.all(
      channels.channels
        .toSorted((a, b) => a.order - b.order)
        .map(async ({ pay_id, provider, method, name, logo, countries, currencies }) => ({
          pay_id,
          provider,
          method,
          data: { name, logo: await address(logo, 'channels.yaml'), countries, currencies },
        })),
    ),
  };
}

async function projectDataOf(
  file: v.InferOutput<typeof projectFile>,
  categories: ProjectData['categories'],
  theme: ProjectData['theme'],
  address: Address,
): Promise<ProjectData> {
  const { code: _code, order: _order, game_id: _gameId, open: _open, ...rest } = file;
  const at = (name: string) => address(name, 'project.yaml');
  return {
    ...rest,
    icon: await at(file.icon),
    logo: await at(file.logo),
    copyright_logo: await at(file.copyright_logo),
    role_id_image: await at(file.role_id_image),
    popup: await at(file.popup),
    banners: await Promise.all(
      file.banners.map(async (each) => ({ ...each, banner: await at(each.banner) })),
    ),
    categories,
    theme,
  };
}

async function readTheme(
  dir: string,
  folder: string,
  address: Address,
): Promise<ProjectData['theme']> {
  const file = `${folder}/theme.yaml`;
  const theme = await readShape(dir, file, themeFile);
  const at = (name: string) => address(name, 'theme.yaml');
  const scene = await readText(dir, `${folder}/${theme.scene}`);
  const art = await Promise.all(
    Object.entries(theme.art).map(async ([use, name]) => [use, await at(name)] as const),
  );
  return {
    button_color: theme.tokens.btn,
    mode: theme.mode,
    shape: theme.shape,
    trim: theme.trim,
    tokens: { ...theme.tokens, sky: theme.sky, scene: asCssUrl(scene) },
    font: {
      family: theme.font.family,
      url: await at(theme.font.file),
      size_adjust: theme.font.size_adjust,
    },
    cast: await Promise.all(
      theme.cast.map(async (piece) => ({ ...piece, image: await at(piece.image) })),
    ),
    art: Object.fromEntries(art),
  };
}

async function productsOf(
  shelf: v.InferOutput<typeof productsFile>,
  address: Address,
): Promise<CatalogueProduct[]> {
  const at = (name: string) => address(name, 'products.yaml');
  const items = new Map<string, { name: Texts; image: string }>();
  for (const { item_id, name, image } of shelf.items) {
    items.set(item_id, { name, image: await at(image) });
  }
  const item = (id: string) => items.get(id) ?? { name: {}, image: '' };
  return Promise.all(
    shelf.products.map(async (product) => ({
      product_id: product.product_id,
      kind: product.kind,
      limit: product.limit,
      on_sale: product.on_sale,
      data: {
        name: product.name,
        description: product.description,
        image: await at(product.image),
        category: product.category,
        tier: product.tier,
        contents: product.contents.map((given) => ({ ...given, ...item(given.item_id) })),
        bonus:
          product.bonus === null
            ? null
            : { ...product.bonus, name: item(product.bonus.item_id).name },
        tag: product.tag,
      },
      prices: Object.fromEntries(
        Object.entries(product.prices).map(([currency, amount]) => [
          currency,
          toMinor({ amount, currency }),
        ]),
      ),
    })),
  );
}
