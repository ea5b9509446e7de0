import { type CallPath, PAGE_PATHS } from './page-paths.ts';
import { PHONE_PATHS } from './phone-paths.ts';

/** Every store call by name (contract §2, §3). Pages load the parts that they need. */
export const CALL_PATHS = { ...PAGE_PATHS, ...PHONE_PATHS } as const satisfies Record<
  string,
  CallPath
>;

export type CallName = keyof typeof CALL_PATHS;
