import {
  CONSOLE_ROLES,
  type ConsoleRole,
  type Permission,
  PERMISSIONS,
} from '@webpay/contract/console/permissions';
import { TOKEN_READS, type TokenPermission } from '@webpay/contract/console/tokens';
import type { WebhookType } from '@webpay/contract/console/webhooks';

const NAMES: Record<ConsoleRole, { readonly one: string; readonly many: string }> = {
  support: { one: 'Support', many: 'support' },
  liveops: { one: 'Live-ops', many: 'live-ops' },
  finance: { one: 'Finance', many: 'finance' },
  admin: { one: 'Admin', many: 'admins' },
  auditor: { one: 'Auditor', many: 'auditors' },
};

export const roleName = (role: ConsoleRole): string => NAMES[role].one;

export const rolesText = (roles: readonly ConsoleRole[]): string =>
  CONSOLE_ROLES.filter((role) => roles.includes(role))
    .map(roleName)
    .join(' and ');

/** "Admins and auditors see this." */
export function whoSees(permission: Permission): string {
  const allowed: readonly ConsoleRole[] = PERMISSIONS[permission];
  const names = allowed.map((role) => NAMES[role].many);
  const last = names.at(-1) ?? '';
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} see this.`;
}

/** Data that a script's token reads, where it begins a line. */
export function tokenReads(permission: TokenPermission): string {
  const text = TOKEN_READS[permission];
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Events of which a webhook hears. */
export const WEBHOOK_EVENTS: Record<WebhookType, string> = {
  'order.paid': 'Orders paid',
  'order.delivered': 'Goods delivered',
  'refund.made': 'Money paid back',
  'dispute.opened': 'Disputes opened',
  'dispute.closed': 'Disputes closed',
};
