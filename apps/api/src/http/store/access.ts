import { Refusal } from '../../errors.ts';
import { route, type StoreRoutes } from './route.ts';

const CALLS = [
  'captcha',
  'mailCode',
  'passwordSet',
  'passwordChange',
  'passwordRemove',
  'passwordReset',
] as const;

/** F13: their shapes are fixed; what they do comes next. */
export function registerAccessCalls(routes: StoreRoutes): void {
  for (const name of CALLS) {
    route(routes, name, () => {
      throw new Refusal('TRY_AGAIN');
    });
  }
}
