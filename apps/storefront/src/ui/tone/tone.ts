import styles from './tone.module.css';

export type Tone = 'accent' | 'gold' | 'ok' | 'warn' | 'err';

/** Returns a tone's soft background and its text colour. */
export const toneClass = (tone: Tone): string | undefined => styles[tone];
