/** Roles of operators and their permissions (docs/console.md). The server checks them for every operation. */

export const CONSOLE_ROLES = ['support', 'liveops', 'finance', 'admin', 'auditor'] as const;
export type ConsoleRole = (typeof CONSOLE_ROLES)[number];

/** Each permission with the roles that have it. An operator may have several roles. */
export const PERMISSIONS = {
  'order.read': ['support', 'liveops', 'finance', 'admin', 'auditor'],
  'player.read': ['support', 'liveops', 'finance', 'admin', 'auditor'],
  search: ['support', 'liveops', 'finance', 'admin', 'auditor'],
  'order.ask': ['support', 'liveops', 'finance', 'admin'],
  'delivery.retry': ['support', 'liveops', 'finance', 'admin'],
  'delivery.settle': ['support', 'finance', 'admin'],
  'note.write': ['support', 'liveops', 'finance', 'admin'],
  'request.decide': ['support', 'finance', 'admin'],
  'refund.create': ['support', 'finance', 'admin'],
  'refund.again': ['support', 'finance', 'admin'],
  'player.flag': ['support', 'finance', 'admin'],
  'player.logout': ['support', 'finance', 'admin'],
  'person.reveal': ['support', 'finance', 'admin'],
  'person.export': ['admin'],
  'person.erase': ['admin'],
  'message.settle': ['finance', 'admin'],
  'chargeback.confirm': ['finance', 'admin'],
  'event.read': ['liveops', 'finance', 'admin', 'auditor'],
  'service.switch': ['liveops', 'admin'],
  'channel.switch': ['liveops', 'admin'],
  'catalogue.read': ['liveops', 'finance', 'admin', 'auditor'],
  'publish.money': ['liveops', 'finance', 'admin'],
  'publish.rollback': ['liveops', 'admin'],
  'books.read': ['finance', 'admin', 'auditor'],
  'books.settle': ['finance', 'admin'],
  'settlement.read': ['finance', 'admin', 'auditor'],
  'settlement.close': ['finance', 'admin'],
  'staff.read': ['admin', 'auditor'],
  'staff.write': ['admin'],
  'audit.read': ['admin', 'auditor'],
} as const satisfies Record<string, readonly ConsoleRole[]>;
export type Permission = keyof typeof PERMISSIONS;

/** Permissions of some roles together, in the table's order. */
export function permissionsOf(roles: readonly ConsoleRole[]): readonly Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) =>
    PERMISSIONS[permission].some((role: ConsoleRole) => roles.includes(role)),
  );
}
