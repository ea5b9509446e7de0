import styles from './tone.module.css';

export type Tone = 'accent' | 'gold' | 'ok' | 'warn' | 'err';

/** Returns a tone's soft background and its text colour. */
export function toneClass(tone: Tone): string | undefined {
  return styles[tone];
}
