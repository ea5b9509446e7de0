import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Order of the projects: a worker serves the files of one project without a restart. */
const PROJECTS = ['full', 'full: more', 'system', 'database', 'unit'];

/** Files that start programs or wait for silent gateways and passing time; the longest first. */
const LONG = [
  'crash',
  'fuzz',
  'attack',
  'ending',
  'start',
  'full-disk',
  'cards',
  'kit',
  'steps',
  'costs',
  'embedded',
  'access-image-code',
  'command-line',
  'rewards',
  'dev',
  'link',
  'money-back',
  'gateway-faults',
  'double-payment',
  'redirect-methods',
  'saved-cards',
  'card-testing',
  'method-stops',
  'key-rotation',
  'disputes',
  'webhooks',
  'resolutions',
  'reconciliation',
  'mall',
  'bargain-races',
  'replica',
  'catalogue-verbs',
  'rolling-restart',
  'import-compare',
  'main',
  'pages',
  'fair-mails',
  'expiry',
];

/**
 * Sorts by project, then by known duration. Without a record vitest sorts by size, which starts
 * short but slow files last.
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
