import styles from './Keys.module.css';
import type { KeyAction } from './keys.ts';

/** A key as drawn on a keyboard: `g o` becomes two. */
export function Key({ name }: { readonly name: string }) {
  const parts = name
    .replace('Mod+', 'Ctrl ')
    .split(' ')
    .filter(Boolean)
    .map((part) => (part.length === 1 ? part.toUpperCase() : part));
  return (
    <span className={styles['keys']}>
      {parts.map((part) => (
        <kbd key={part} className={styles['key']}>
          {part}
        </kbd>
      ))}
    </span>
  );
}

/** The keys of a screen in one line below it. Hidden where one touches. */
export function KeyLine({
  actions,
}: {
  readonly actions: readonly Pick<KeyAction, 'key' | 'label'>[];
}) {
  return (
    <p className={styles['line']}>
      {[...actions, { key: '?', label: 'all keys' }].map(({ key, label }) => (
        <span key={key} className={styles['hint']}>
          <Key name={key} />
          {label.toLowerCase()}
        </span>
      ))}
    </p>
  );
}
