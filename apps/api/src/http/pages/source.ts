import { sellsThrough } from '../../config/merchants.ts';
import type { Language } from '@webpay/contract/languages';
import type { ProjectTile } from '@webpay/contract/page';
import type { Ctx } from '../../context.ts';
import { runningActivities } from '../../domain/events/activities/running.ts';
import { seenByVisitor, type Whereabouts } from '../../domain/events/country.ts';
import { stateOf } from '../../domain/events/days.ts';
import type { Project } from '../../domain/projects/catalogue-cache.ts';
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

const whereabouts = ({ country, from }: ServedCountry, network: string | null): Whereabouts => ({
  network,
  chosen: from === 'chosen' ? country : null,
  guess: country,
});

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
  /** Windows that have begun and not ended: one of a country alone changes its pages, too. */
  const begun = (project: Project) =>
    project.events.flatMap(({ event_id: id, starts_at, ends_at, paused_at, windows }) =>
      (windows ?? [{ starts_at, ends_at }]).flatMap((each, index) => {
        const ends = Math.min(new Date(each.ends_at).getTime(), paused_at?.getTime() ?? Infinity);
        const window = { starts_at: new Date(each.starts_at), ends_at: new Date(ends) };
        return stateOf(window, clock.now()) === 'running' ? [`${id}/${index}`] : [];
      }),
    );
  return {
    /** Changes whenever a page of this project may change; null: pages without a project. */
    version(code: string | null): string {
      const project = code === null ? null : openProject(code);
      return [catalogue.version(), ...(project === null ? [] : begun(project))].join(' ');
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
    shelf(code: string, lang: Language, served: ServedCountry | null, network: string | null) {
      const project = openProject(code);
      if (project === null || served === null) return null;
      const { country } = served;
      const seen = seenByVisitor(project, whereabouts(served, network));
      const activities = runningActivities(seen, lang, clock.now());
      return shelfOf(project, { country, lang, activities });
    },
    activities(code: string, lang: Language, served: ServedCountry | null, network: string | null) {
      const project = openProject(code);
      if (project === null || served === null) return [];
      const seen = seenByVisitor(project, whereabouts(served, network));
      return runningActivities(seen, lang, clock.now());
    },
    /** Places of its events that a page's key holds; empty while every event is open everywhere. */
    places(code: string, served: ServedCountry, network: string | null): string {
      const project = openProject(code);
      const events = project?.events.filter(({ windows }) => windows !== null) ?? [];
      if (project === null || events.length === 0) return '';
      const open = new Set(seenByVisitor(project, whereabouts(served, network)).events);
      return [...open].map(({ event_id: id, place }) => `${id} ${place?.window ?? ''}`).join(' ');
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
