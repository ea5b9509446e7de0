import type { StepUp } from '@webpay/contract/console/plan';
import { call } from './call.ts';

const TO = 'console.company.to';

/** Leaves for the provider. @param to the page that asked for the sign-in */
export async function visitToSignIn(to: string): Promise<void> {
  await leave(to, () => call('companySignIn', {}));
}

/** Leaves for the provider, which then signs this operator in. */
export async function visitToLink(stepUp: StepUp): Promise<void> {
  await leave('/me', () => call('linkCompanyAccount', { step_up: stepUp }));
}

async function leave(to: string, begin: () => Promise<{ address: string }>): Promise<void> {
  const { address } = await begin();
  // The provider keeps nothing of ours but the state, and a tab has one visit at a time.
  window.sessionStorage.setItem(TO, to);
  window.location.assign(address);
}

/** The page to open after the visit. */
export function takeVisitTarget(): string {
  const to = window.sessionStorage.getItem(TO) ?? '/';
  window.sessionStorage.removeItem(TO);
  return to;
}
