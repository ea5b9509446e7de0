import type { CallName } from '@webpay/contract/paths';
import type { Project } from '../../domain/projects/catalogue-cache.ts';
import { Refusal } from '../../errors.ts';
import type { Form } from '../form.ts';

/** Calls that finish something already started: always allowed. */
const ENDS: ReadonlySet<CallName> = new Set<CallName>([
  'logout',
  'orderInquire',
  'orderCancel',
  'orderPhoneState',
  'phoneOrder',
  'paypalCapture',
  'userOrders',
  'userReceipt',
  'resolutionCreate',
  'resolutionList',
]);
/** Calls that the maintenance page needs. */
const SHOWN_IN_MAINTENANCE: ReadonlySet<CallName> = new Set<CallName>([
  'configs',
  'regions',
  'servers',
]);

export type Origin = {
  readonly address: string;
  /** ISO country from a trusted proxy; null: unknown. */
  readonly country: string | null;
};

/**
 * Checks whether a project serves this call now (`npm run service`).
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
    const { opensAt } = service;
    throw new Refusal('MAINTENANCE', opensAt === null ? null : { opens_at: opensAt });
  }
}
