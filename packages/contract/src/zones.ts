/** Wall-clock times of IANA time zones. Stored times are instants; a zone is how people say and read them. */

/** `2026-12-24 00:00` */
const WALL = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/;
/** `Asia/Seoul`, `America/Argentina/Buenos_Aires`. An abbreviation such as EST, or an offset, is no zone here. */
const ZONE = /^[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z_-]+){1,2}$/;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Formatters by zone; a client could name them all, which are some hundreds. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const made = formats.get(zone);
  if (made !== undefined) return made;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

export function isZone(zone: string): boolean {
  if (zone === 'UTC') return true;
  if (!ZONE.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The wall clock of a zone at an instant, to the minute: `2026-12-24 00:00`. @throws RangeError for an unknown zone */
export function wallTime(at: number, zone: string): string {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return `${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`;
}

/**
 * The instant of a wall-clock time. A time that comes twice, when clocks go back, is the first of the two.
 * @returns null for a time that clocks skip when they go forward, and for a text that is no time
 */
export function instantOf(wall: string, zone: string): number | null {
  const asUtc = utcOf(wall);
  if (asUtc === null) return null;
  // Zones change their offset at most once within these two days.
  const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((at) => offsetAt(at, zone));
  const found = offsets.map((offset) => asUtc - offset).filter((at) => wallTime(at, zone) === wall);
  return found.length === 0 ? null : Math.min(...found);
}

/** The text read as if it were UTC. */
function utcOf(wall: string): number | null {
  const [, ...digits] = WALL.exec(wall) ?? [];
  const [year, month, day, hour, minute] = digits.map(Number);
  if (year === undefined || month === undefined || minute === undefined) return null;
  const at = Date.UTC(year, month - 1, day, hour, minute);
  // Day 31 of a short month would roll over.
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ') === wall ? at : null;
}

/** Milliseconds that the zone's clock is ahead of UTC. */
function offsetAt(at: number, zone: string): number {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return (utcOf(wallTime(minute, zone)) ?? minute) - minute;
}
