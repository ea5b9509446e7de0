import type { Badge as BadgeOfState, Tone } from '@webpay/contract/console/shapes';
import type { ReactNode } from 'react';
import styles from './Badge.module.css';

/** A state in words, with a dot of its tone. */
export function Badge({
  tone,
  isPlain = false,
  children,
}: {
  readonly tone: Tone;
  /** Without the dot: a name, not a state. */
  readonly isPlain?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles['badge']} data-tone={tone} data-plain={isPlain || undefined}>
      {children}
    </span>
  );
}

/** Several states side by side. */
export function Badges({ badges }: { readonly badges: readonly BadgeOfState[] }) {
  return (
    <span className={styles['several']}>
      {badges.map(({ tone, text }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </span>
  );
}

/** A name of the code, for example an action of the audit log. */
export function Tag({ tone, children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles['tag']} data-tone={tone}>
      {children}
    </span>
  );
}
