import { sellsThrough } from '../../config/merchants.ts';
import type { Language } from '@webpay/contract/languages';
import type { ProjectTile } from '@webpay/contract/page';
import type { Ctx } from '../../context.ts';
import { runningActivities, runningEvents } from '../../domain/events/activities/running.ts';
import { shelfOf } from '../../domain/catalog/list-goods.ts';
import {
  type CountryHints,
  type ServedCountry,
  servedCountry,
} from '../../domain/projects/served-country.ts';
import { configsOf } from '../../domain/projects/configs.ts';
import { countingOf } from '../../domain/projects/consent.ts';

/** The catalogue's data for pages, all from memory. */
export type PagesSource = ReturnType<typeof pagesSource>;

/** Entries of `theme.art` that every project fills with the same shared picture. */
const SHARED = ['compass', 'crane', 'asleep'];

export function pagesSource({
  catalogue,
  config,
  clock,
}: Pick<Ctx, 'catalogue' | 'config' | 'clock'>) {
  const openProject = (code: string) => {
    const project = catalogue.project(code);
    return project?.isOpen ? project : null;
  };
  return {
    /** Changes whenever a page of this project may change; null: pages without a project. */
    version(code: string | null): string {
      const project = code === null ? null : openProject(code);
      const running = project === null ? [] : runningEvents(project, clock.now());
      return [catalogue.version(), ...running.map((event) => event.event_id)].join(' ');
    },
    /** null: no such project, or not open. */
    languages(code: string) {
      const project = openProject(code);
      return project && { allowed: project.langs, fallback: project.lang_default };
    },
    /** The country whose prices are shown. */
    country(code: string, hints: CountryHints): ServedCountry | null {
      const project = openProject(code);
      return project && servedCountry(project, hints);
    },
    configs(code: string, lang: Language, served: ServedCountry | null) {
      const project = openProject(code);
      return project && served && configsOf(project, lang, served, config.apiHosts);
    },
    /** A04: whether the shop counts visits, and whether visitors of these countries are asked first. */
    counting(code: string, countries: readonly string[]) {
      const project = openProject(code);
      return project && countingOf(project.analytics, countries);
    },
    /** false: an installed worker is removed (`screens: { offline: false }`). */
    hasOfflinePage: (code: string) => openProject(code)?.screens['offline'] !== false,
    /** C02: home shows a popup picture. */
    hasPopup: (code: string) => (openProject(code)?.popup ?? '') !== '',
    /** The gateways behind the project's payment methods. */
    sellsBy: (code: string) =>
      new Set(
        (openProject(code)?.channels ?? [])
          .map(({ provider }) => provider)
          .filter((provider) => sellsThrough(config, code, provider)),
      ),
    /** Whether the project offers a method whose facts are known. */
    sellsWith: (code: string, payId: string) =>
      config.methods.get(payId)?.unknown.length === 0 &&
      (openProject(code)?.channels ?? []).some(
        ({ pay_id, provider }) => pay_id === payId && sellsThrough(config, code, provider),
      ),
    /** Origins of games that may show the shop in a frame. */
    framedBy: (code: string) => openProject(code)?.framed_by ?? [],
    /** Hosts of the analytics scripts. */
    countingHosts: (code: string) => openProject(code)?.analytics.hosts ?? [],
    /** The goods that anybody can buy. */
    shelf(code: string, lang: Language, served: ServedCountry | null) {
      const project = openProject(code);
      if (project === null || served === null) return null;
      const { country } = served;
      const activities = runningActivities(project, lang, clock.now());
      return shelfOf(project, { country, lang, activities });
    },
    activities(code: string, lang: Language) {
      const project = openProject(code);
      return project === null ? [] : runningActivities(project, lang, clock.now());
    },
    /** The open projects, in the catalogue's order. */
    tiles(lang: Language): readonly ProjectTile[] {
      return catalogue.projects().flatMap((project) => {
        if (!project.isOpen) return [];
        const served = servedCountry(project, { chosen: null, proxy: null, regions: [] });
        const { name, theme, resource_configs } = configsOf(project, lang, served, []);
        return [{ code: project.code, name, icon: resource_configs.icon, theme }];
      });
    },
    /** Pictures of no game, for pages without a project. */
    sharedArt() {
      const art = catalogue.projects()[0]?.theme.art ?? {};
      return Object.fromEntries(Object.entries(art).filter(([use]) => SHARED.includes(use)));
    },
  };
}
