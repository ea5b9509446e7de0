import type { CallResult, Configs } from '@webpay/contract/calls';
import type { Language } from '@webpay/contract/languages';
import type { PageData, ProjectTile } from '@webpay/contract/page';
import type { Ctx } from '../../context.ts';
import { runningActivities, runningEvents } from '../../domain/events/activities/running.ts';
import { publicGoods } from '../../domain/catalog/list-goods.ts';
import { configsOf } from '../../domain/projects/configs.ts';
import { countingOf } from '../../domain/projects/consent.ts';
import type { Gateway } from './policy.ts';

/** The catalogue's data for pages, all from memory. */
export type PagesSource = {
  /** Changes whenever a page of this project may change; null: pages without a project. */
  version(code: string | null): string;
  /** null: no such project, or not open. */
  languages(code: string): { allowed: readonly Language[]; fallback: Language } | null;
  /** The country whose prices are shown: the visitor's first where the project sells. */
  country(code: string, wanted: readonly string[]): string | null;
  configs(code: string, lang: Language, country: string | null): Configs | null;
  /** A04: whether the shop counts visits, and whether visitors of these countries are asked first. */
  counting(code: string, countries: readonly string[]): PageData['counting'];
  /** The gateways behind the project's payment methods. */
  sellsBy(code: string): readonly Gateway[];
  /** Origins of games that may show the shop in a frame. */
  framedBy(code: string): readonly string[];
  /** Hosts of the analytics scripts. */
  countingHosts(code: string): readonly string[];
  /** false: an installed worker is removed (`screens: { offline: false }`). */
  hasOfflinePage(code: string): boolean;
  /** The goods for a player without purchases. */
  shelf(code: string, lang: Language, country: string | null): CallResult<'productLists'> | null;
  /** The running events. */
  activities(code: string, lang: Language): PageData['activities'];
  /** The open projects, in the catalogue's order. */
  tiles(lang: Language): readonly ProjectTile[];
  /** Pictures of no game, for pages without a project. */
  sharedArt(): Readonly<Record<string, string>>;
};

/** Entries of `theme.art` that every project fills with the same shared picture. */
const SHARED = ['compass', 'crane', 'asleep'];

export function pagesSource({
  catalogue,
  config,
  clock,
}: Pick<Ctx, 'catalogue' | 'config' | 'clock'>): PagesSource {
  const openProject = (code: string) => {
    const project = catalogue.project(code);
    return project?.isOpen ? project : null;
  };
  return {
    version(code) {
      const project = code === null ? null : openProject(code);
      const running = project === null ? [] : runningEvents(project, clock.now());
      return [catalogue.version(), ...running.map((event) => event.event_id)].join(' ');
    },
    languages(code) {
      const project = openProject(code);
      return project && { allowed: project.langs, fallback: project.lang_default };
    },
    country(code, wanted) {
      const project = openProject(code);
      const served = wanted.find((country) => project?.currencyOf.has(country));
      return served ?? project?.country_default ?? null;
    },
    configs(code, lang, country) {
      const project = openProject(code);
      return project && configsOf(project, lang, country, config.apiHosts);
    },
    counting(code, countries) {
      const project = openProject(code);
      return project && countingOf(project.analytics, countries);
    },
    hasOfflinePage: (code) => openProject(code)?.screens['offline'] !== false,
    sellsBy: (code) => [
      ...new Set((openProject(code)?.channels ?? []).map(({ provider }) => provider)),
    ],
    framedBy: (code) => openProject(code)?.framed_by ?? [],
    countingHosts: (code) => openProject(code)?.analytics.hosts ?? [],
    shelf(code, lang, country) {
      const project = openProject(code);
      if (project === null || country === null) return null;
      const activities = runningActivities(project, lang, clock.now());
      return publicGoods(project, { country, lang, activities });
    },
    activities(code, lang) {
      const project = openProject(code);
      return project === null ? [] : runningActivities(project, lang, clock.now());
    },
    tiles(lang) {
      return catalogue.projects().flatMap((project) => {
        if (!project.isOpen) return [];
        const { name, theme, resource_configs } = configsOf(project, lang, null, []);
        return [{ code: project.code, name, icon: resource_configs.icon, theme }];
      });
    },
    sharedArt() {
      const art = catalogue.projects()[0]?.theme.art ?? {};
      return Object.fromEntries(Object.entries(art).filter(([use]) => SHARED.includes(use)));
    },
  };
}
