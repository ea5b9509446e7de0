import styles from './tone.module.css';

export type Tone = 'accent' | 'gold' | 'ok' | 'warn' | 'err';

/** What something is about, as a soft ground and the ink that stands on it. */
export function toneClass(tone: Tone): string | undefined {
  return styles[tone];
}
