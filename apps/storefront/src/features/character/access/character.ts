import type { Role } from '@webpay/contract/calls';

/** Whose password it is; the name is known only to who is logged in. */
export type Character = Pick<Role, 'pr_id' | 'server_id' | 'server_name' | 'cid'>;
