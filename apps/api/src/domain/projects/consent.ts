import type { PageData } from '@webpay/contract/page';
import type { ProjectData } from './project-data.ts';

/**
 * Where the law wants a yes before visits are counted: the European Economic Area, the United
 * Kingdom and what belongs to them, Switzerland, and countries whose law follows the same idea.
 * A project may name its own (`analytics.consent_countries`).
 */
const ASKING = (
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE ' +
  'IS LI NO GB CH AX GF GP MQ MF RE YT GI GG IM JE AD MC SM VA BR TR TH KR IN ZA'
).split(' ');

/**
 * A04: whether a project counts visits, and whether these visitors are asked first.
 * @param countries where the visitor may be; nobody knows: asked, too
 */
export function countingOf(
  analytics: ProjectData['analytics'],
  countries: readonly string[],
): PageData['counting'] {
  if (analytics.statistics_id === '' && analytics.tag_id === '') return null;
  const asking = analytics.consent_countries ?? ASKING;
  const isAsking = countries.length === 0 || countries.some((each) => asking.includes(each));
  return isAsking ? 'ask' : 'free';
}
