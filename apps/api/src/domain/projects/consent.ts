import type { PageData } from '@webpay/contract/page';
import type { ProjectData } from './project-data.ts';

/**
 * Countries whose law requires consent before visits are counted: EEA, United Kingdom with its
 * territories, Switzerland, and similar laws. `analytics.consent_countries` overrides the list.
 */
const CONSENT_COUNTRIES = (
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE ' +
  'IS LI NO GB CH AX GF GP MQ MF RE YT GI GG IM JE AD MC SM VA BR TR TH KR IN ZA'
).split(' ');

/**
 * A04: whether a project counts visits, and whether these visitors must consent first.
 * @param countries likely countries of the visitor; an unknown location requires consent
 */
export function countingOf(
  analytics: ProjectData['analytics'],
  countries: readonly string[],
): PageData['counting'] {
  if (analytics.statistics_id === '' && analytics.tag_id === '') return null;
  const countriesWithConsent = analytics.consent_countries ?? CONSENT_COUNTRIES;
  const needsConsent =
    countries.length === 0 || countries.some((each) => countriesWithConsent.includes(each));
  return needsConsent ? 'ask' : 'free';
}
