import styles from './Icon.module.css';

export const ICON_NAMES = [
  'cart',
  'back',
  'next',
  'down',
  'search',
  'globe',
  'check',
  'check-circle',
  'close',
  'plus',
  'minus',
  'trash',
  'lock',
  'clock',
  'mail',
  'info',
  'warn',
  'shield',
  'bell',
  'gift',
  'bolt',
  'headset',
  'receipt',
  'shop',
  'swap',
  'card',
  'spark',
  'question',
  'gamepad',
  'box',
  'user',
  'eye',
  'eye-off',
] as const;

export type IconName = (typeof ICON_NAMES)[number];

/** Decorates text of the same meaning; an icon-only button has a label. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={styles.icon} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
