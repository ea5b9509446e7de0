import { httpsHost, isOwnPath } from '@webpay/contract/addresses';
import type { Configs } from '@webpay/contract/calls';
import { type ServedCountry, servedCountries } from './served-country.ts';
import type { Project } from './catalogue-cache.ts';
import { textsIn } from './texts.ts';

/**
 * C02: the configuration of a project for its pages.
 * @param served the country whose prices the visitor sees
 */
export function configsOf(
  project: Project,
  lang: string,
  served: ServedCountry,
  apiHosts: readonly string[],
): Configs {
  const text = textsIn(project, lang);
  const { button_color, ...theme } = project.theme;
  const { statistics_src, statistics_id, tag_src, tag_id } = project.analytics;
  return {
    langs: project.langs.map((code) => ({ code })),
    lang_default: project.lang_default,
    game_id: project.gameId,
    pwd_status: project.pwd_status,
    service_email: project.service_email,
    privacy_protocol: project.privacy_protocol,
    user_protocol: project.user_protocol,
    copyright_logo: project.copyright_logo,
    role_id_image: project.role_id_image,
    cart_limit: project.cart_limit,
    cart_usd_limit: project.cart_usd_limit,
    resource_configs: {
      icon: project.icon,
      name: text(project.name),
      logo: project.logo,
      popup: project.popup,
      popup_text: text(project.popup_text ?? {}),
      banner_configs: project.banners.map((each) => ({
        banner: each.banner,
        banner_url: allowedLink(project.code, project.link_hosts, each.banner_url),
        text: text(each.text ?? {}),
      })),
    },
    name: text(project.name),
    button_color,
    theme: { ...theme, tagline: text(project.tagline) },
    cid_pattern: project.cid_pattern,
    cid_upper: project.cid_upper,
    use_usd_limit: project.use_usd_limit,
    countries: servedCountries(project),
    country: served.country,
    country_from: served.from,
    // Without the server's part.
    analytics: { statistics_src, statistics_id, tag_src, tag_id },
    api_hosts: [...apiHosts],
    reload_only: project.reload_only,
    game_scheme: project.game_scheme,
    open_screens: Object.keys(project.screens).filter((name) => project.screens[name]),
    error_variants: project.error_variants,
    ...(project.service.opensAt === null ? {} : { opens_at: project.service.opensAt }),
  };
}

/** C02: an allowed banner link, a path of the shop or an allowed https host; '' for any other. */
export function allowedLink(code: string, hosts: readonly string[], link: string): string {
  const home = `/${code}`;
  if (link === home || link.startsWith(`${home}/`)) return isOwnPath(link) ? link : '';
  const host = httpsHost(link);
  return host !== null && hosts.includes(host) ? link : '';
}
