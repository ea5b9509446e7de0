import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects in the order they run: a worker serves the files of one project without a new start. */
const PROJECTS = ['full', 'system', 'database', 'unit'];

/** Files that mostly wait: for processes, gateways that do not answer, hours that pass. The longest first. */
const LONG = [
  'crash',
  'full-disk',
  'fuzz',
  'attack',
  'gateway-faults',
  'money-back',
  'kit',
  'webhooks',
  'resolutions',
  'reconciliation',
  'embedded',
  'start',
  'pages',
  'fair-mails',
  'expiry',
];

/**
 * Sorts by project, then the files known to be long. Without a record of earlier runs vitest goes by size, and a short file
 * that takes long would run last with nothing beside it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ project, moduleId }: TestSpecification): number {
  const name = /([^/\\]+)\.test\.tsx?$/.exec(moduleId)?.[1] ?? '';
  const place = LONG.indexOf(name);
  return PROJECTS.indexOf(project.name) * 100 + (place === -1 ? LONG.length : place);
}
