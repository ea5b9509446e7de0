import styles from './Avatar.module.css';

/** Two letters of an operator's name, beside the name itself. */
export function Avatar({
  name,
  look = 'soft',
}: {
  readonly name: string;
  readonly look?: 'soft' | 'filled';
}) {
  return (
    <span className={styles['avatar']} data-look={look} aria-hidden="true">
      {lettersOf(name)}
    </span>
  );
}

/** `support-2` → S2, `ada` → AD. */
function lettersOf(name: string): string {
  const [first = '', ...rest] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const last = rest.at(-1);
  return (last ? first.slice(0, 1) + last.slice(0, 1) : first.slice(0, 2)).toUpperCase() || '·';
}
