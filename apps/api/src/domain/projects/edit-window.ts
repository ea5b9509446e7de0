import type { EventWindow } from '@webpay/contract/console/publish-shapes';
import { isMap, isNode, isSeq, parseDocument } from 'yaml';
import { NotWritable, replaceValues } from './edit-yaml.ts';

/** Writes the window of one event into the text of events.yaml. All other bytes stay. @throws NotWritable */
export function writeWindow(text: string, baseId: string, windows: readonly EventWindow[]): string {
  const indent = ' '.repeat(indentOf(text, baseId) + 2);
  const [only] = windows;
  const written =
    windows.length === 1 && only !== undefined
      ? entryOf(only)
      : `\n${indent}[\n${windows.map((each) => `${indent}  ${entryOf(each)},\n`).join('')}${indent}]`;
  return replaceValues(text, [
    { path: ['events', { field: 'id', is: baseId }, 'window'], written },
  ]);
}

/** Whether the text of events.yaml gives an event `days`. */
export function hasDays(text: string, baseId: string): boolean {
  const event = eventIn(text, baseId);
  return isMap(event) && event.hasIn(['window', 'days']);
}

function eventIn(text: string, baseId: string): unknown {
  const root: unknown = parseDocument(text).contents;
  const events = isMap(root) ? root.get('events', true) : undefined;
  return isSeq(events)
    ? events.items.find((each) => isMap(each) && each.get('id') === baseId)
    : undefined;
}

/** The column of the event's fields. */
function indentOf(text: string, baseId: string): number {
  const event = eventIn(text, baseId);
  if (!isNode(event) || !Array.isArray(event.range)) {
    throw new NotWritable(`There is no event ${baseId} in the file: correct the catalogue folder.`);
  }
  const [from] = event.range;
  return from - (text.lastIndexOf('\n', from - 1) + 1);
}

function entryOf({ from, to, time_zone: zone, countries }: EventWindow): string {
  const where = countries === null ? '' : `, countries: [${countries.join(', ')}]`;
  return `{ from: '${from}', to: '${to}', time_zone: ${zone}${where} }`;
}
