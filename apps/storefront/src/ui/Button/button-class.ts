import styles from './Button.module.css';
import { cx } from '../cx.ts';

export type ButtonLook = {
  /** One primary a screen; everything else is a ghost. */
  readonly kind?: 'primary' | 'ghost';
  readonly size?: 'cta' | 'small';
  /** Fills its row. */
  readonly wide?: boolean;
  /** Takes what is left in a foot. */
  readonly grow?: boolean;
  /** A ghost that destroys. */
  readonly danger?: boolean;
};

/** The look of a button for what is not one: `<Link className={buttonClass({ kind: 'ghost' })}>`. */
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
