import styles from './Button.module.css';
import { cx } from '../cx.ts';

export type ButtonLook = {
  /** One primary a screen; everything else is a ghost. */
  readonly kind?: 'primary' | 'ghost';
  readonly size?: 'cta' | 'small';
  readonly wide?: boolean;
  /** Takes the space left in a bottom bar. */
  readonly grow?: boolean;
  readonly danger?: boolean;
};

/** Returns a button's look for links: `<Link className={buttonClass({ kind: 'ghost' })}>`. */
export function buttonClass(look: ButtonLook & { readonly off?: boolean }): string {
  return cx(
    styles.button,
    look.kind === 'ghost' && styles.ghost,
    look.size === 'small' && styles.small,
    look.wide && styles.wide,
    look.grow && styles.grow,
    look.danger && styles.danger,
    look.off && styles.off,
  );
}
