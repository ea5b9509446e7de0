import type { CallName } from '@webpay/contract/paths';
import type { Project } from '../../domain/projects/catalogue-cache.ts';
import { Refusal } from '../../errors.ts';
import type { Form } from '../form.ts';

/** What ends something that was begun: wherever its player is, and however the project is served. */
const ENDS: ReadonlySet<CallName> = new Set<CallName>([
  'logout',
  'orderInquire',
  'orderCancel',
  'paypalCapture',
  'userOrders',
  'userReceipt',
  'resolutionCreate',
  'resolutionList',
]);
/** What a page needs to say what is the matter. */
const SHOWN_IN_MAINTENANCE: ReadonlySet<CallName> = new Set<CallName>([
  'configs',
  'regions',
  'servers',
]);

/** Where a call comes from. */
export type Origin = {
  readonly address: string;
  /** ISO country as a proxy of ours tells it; null: nobody does. */
  readonly country: string | null;
};

/**
 * Whether a project answers this call now, as an operator last said (`npm run service`).
 * @throws Refusal NO_SUCH_PROJECT while it is closed, MAINTENANCE, NOT_SERVED for a country or network
 */
export function admit(name: CallName, project: Project, from: Origin, form: Form): void {
  if (ENDS.has(name)) return;
  const { service } = project;
  if (!project.isOpen) throw new Refusal('NO_SUCH_PROJECT');
  const chosen = name === 'configs' ? null : (form.fields.get('country') ?? null);
  const isRefused = [from.country, chosen].some(
    (each) => each !== null && service.countries.has(each),
  );
  if (isRefused || !service.isNetworkServed(from.address)) throw new Refusal('NOT_SERVED');
  if (service.state === 'maintenance' && !SHOWN_IN_MAINTENANCE.has(name)) {
    throw new Refusal('MAINTENANCE');
  }
}
