import {
  IconArrowBackUp,
  IconChecks,
  IconConfetti,
  IconHelpCircle,
  IconHome,
  IconInbox,
  IconMail,
  IconPlug,
  IconReceipt,
  IconReportMoney,
  IconScale,
  IconShieldCheck,
  IconTag,
  type IconProps,
  IconUsers,
  IconUserShield,
  IconWebhook,
} from '@tabler/icons-react';
import type { Permission } from '@webpay/contract/console/permissions';
import type { ComponentType } from 'react';

export type NavigationEntry = {
  readonly to: string;
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  readonly needs: Permission;
  /** Second key after G. */
  readonly key: string;
  /** Its count of what waits for an operator. */
  readonly queue?:
    | 'requests'
    | 'unresolved'
    | 'deliveries'
    | 'refunds'
    | 'disputes'
    | 'differences';
};

/** Screens of the navigation in their order, by group. */
export const NAVIGATION: readonly {
  readonly title: string | null;
  readonly entries: readonly NavigationEntry[];
}[] = [
  {
    title: null,
    entries: [
      { to: '/', label: 'Overview', icon: IconHome, needs: 'order.read', key: 'e' },
      { to: '/orders', label: 'Orders', icon: IconReceipt, needs: 'order.read', key: 'o' },
      { to: '/players', label: 'Players', icon: IconUsers, needs: 'player.read', key: 'p' },
    ],
  },
  {
    title: 'Needs a person',
    entries: [
      {
        to: '/requests',
        label: 'Requests',
        icon: IconInbox,
        needs: 'order.read',
        key: 'r',
        queue: 'requests',
      },
      {
        to: '/unresolved',
        label: 'Unresolved',
        icon: IconHelpCircle,
        needs: 'order.read',
        key: 'd',
        queue: 'unresolved',
      },
      {
        to: '/deliveries',
        label: 'Deliveries',
        icon: IconMail,
        needs: 'order.read',
        key: 'm',
        queue: 'deliveries',
      },
      {
        to: '/refunds',
        label: 'Refunds',
        icon: IconArrowBackUp,
        needs: 'order.read',
        key: 'b',
        queue: 'refunds',
      },
      {
        to: '/disputes',
        label: 'Disputes',
        icon: IconScale,
        needs: 'order.read',
        key: 'i',
        queue: 'disputes',
      },
    ],
  },
  {
    title: 'Money',
    entries: [
      {
        to: '/reconciliation',
        label: 'Reconciliation',
        icon: IconChecks,
        needs: 'books.read',
        key: 'c',
        queue: 'differences',
      },
      {
        to: '/settlement',
        label: 'Settlement',
        icon: IconReportMoney,
        needs: 'settlement.read',
        key: 'l',
      },
    ],
  },
  {
    title: 'Shop',
    entries: [
      { to: '/events', label: 'Events', icon: IconConfetti, needs: 'event.read', key: 'v' },
      { to: '/shop', label: 'Prices', icon: IconTag, needs: 'catalogue.read', key: 'n' },
      { to: '/service', label: 'Service', icon: IconPlug, needs: 'order.read', key: 's' },
      { to: '/webhooks', label: 'Webhooks', icon: IconWebhook, needs: 'order.read', key: 'w' },
    ],
  },
  {
    title: 'Console',
    entries: [
      { to: '/staff', label: 'Staff', icon: IconUserShield, needs: 'staff.read', key: 't' },
      { to: '/audit', label: 'Audit log', icon: IconShieldCheck, needs: 'audit.read', key: 'a' },
    ],
  },
];

/** The navigation without what the permissions do not show. */
export function navigationFor(permissions: readonly Permission[]): typeof NAVIGATION {
  return NAVIGATION.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ needs }) => permissions.includes(needs)),
  })).filter(({ entries }) => entries.length > 0);
}
