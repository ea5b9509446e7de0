import type { ConsoleResult } from '@webpay/contract/console/calls';

export type ServiceFile = ConsoleResult<'service'>;
export type ServedProject = ServiceFile['projects'][number];
export type ServedMethod = ServiceFile['methods'][number];

export type Choice = 'open' | 'maintenance' | 'closed' | 'refused' | 'sessions';

/** A switch whose dialog is open. `seen`: the newest change that the operator saw. */
export type Switch =
  | {
      readonly of: 'service';
      /** A code, or `all`. */
      readonly project: string;
      readonly name: string;
      readonly seen: number;
      readonly choice: Choice;
      /** Lists of one project; null: all projects, whose lists differ. */
      readonly countries: readonly string[] | null;
      readonly networks: readonly string[] | null;
      /** The work that goes on while it is down, in words. */
      readonly goesOn: string;
    }
  | {
      readonly of: 'method';
      readonly method: ServedMethod;
      readonly state: 'on' | 'off';
      /** Null: everywhere. */
      readonly country: string | null;
    };

export function switchOfProject(project: ServedProject, choice: Choice): Switch {
  const { code, name, seen, countries, networks } = project;
  const goesOn = underWayText([project]);
  return { of: 'service', project: code, name, seen, choice, countries, networks, goesOn };
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
const MOST = 1_000;

/** "6 payments at their gateway, 2 mails and 1 refund" */
export function underWayText(projects: readonly ServedProject[]): string {
  const parts = (
    [
      ['payments', 'payment at its gateway', 'payments at their gateway'],
      ['mails', 'mail', 'mails'],
      ['refunds', 'refund', 'refunds'],
    ] as const
  ).map(([key, one, many]) => {
    const count = projects.reduce((sum, { under_way: each }) => sum + each[key], 0);
    const shown = count >= MOST ? `${MOST.toLocaleString('en')} or more` : String(count);
    return `${shown} ${count === 1 ? one : many}`;
  });
  return LIST.format(parts);
}

/** The newest change of any project: a step with all of them is refused after a later one. */
export const seenOf = ({ projects }: ServiceFile): number =>
  Math.max(0, ...projects.map(({ seen }) => seen));

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region' });

export const countryName = (code: string): string => REGIONS.of(code) ?? code;
