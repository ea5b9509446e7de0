import {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconPlugConnected,
  IconUser,
} from '@tabler/icons-react';
import type { Tone } from '@webpay/contract/console/shapes';
import type { ReactNode } from 'react';
import styles from './Note.module.css';

const ICONS = {
  green: IconCircleCheck,
  yellow: IconPlugConnected,
  orange: IconAlertTriangle,
  red: IconAlertTriangle,
  grey: IconInfoCircle,
  blue: IconInfoCircle,
  violet: IconUser,
} as const;

/** A sentence in a coloured box. `role` makes screen readers say it at once. */
export function Note({
  tone,
  role,
  children,
}: {
  readonly tone: Tone;
  readonly role?: 'alert' | 'status';
  readonly children: ReactNode;
}) {
  const Icon = ICONS[tone];
  return (
    <div className={styles['note']} data-tone={tone} role={role}>
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  );
}
