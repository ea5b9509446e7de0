import { useEffect, useId } from 'react';
import type { Translate } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Button } from '../../ui/Button/Button.tsx';
import styles from './Consent.module.css';

/** Asks for consent to analytics. Covers no button, takes no focus and may stay unanswered. */
export function Consent(props: {
  readonly t: Translate;
  readonly project: string;
  readonly privacy: string;
  readonly onAnswer: (yes: boolean) => void;
}) {
  const { t, onAnswer } = props;
  const id = useId();
  useEffect(keepAboveBottomBar, []);
  return (
    <section className={styles.bar} aria-labelledby={id}>
      <div className={cx('stack-tight', styles.card)}>
        <h2 id={id} className={styles.title}>
          {t('consent.title')}
        </h2>
        <p className={styles.text}>
          {t('consent.text')}{' '}
          <a href={paths.iframe(props.project, props.privacy)}>{t('app.privacy')}</a>
        </p>
        <div className={styles.answers}>
          <Button kind="ghost" size="small" onClick={() => onAnswer(false)}>
            {t('consent.no')}
          </Button>
          <Button kind="ghost" size="small" onClick={() => onAnswer(true)}>
            {t('consent.yes')}
          </Button>
        </div>
      </div>
    </section>
  );
}

const LOOK_EVERY_MS = 500;

/**
 * Keeps the bar above the page's bottom bar, and lets the page scroll covered content into view.
 * Pages change without an event, so it checks twice a second.
 */
function keepAboveBottomBar(): () => void {
  const root = document.documentElement;
  const update = () => {
    const bars = [...document.querySelectorAll<HTMLElement>('main [data-foot]')];
    const height = Math.max(0, ...bars.map((bar) => bar.offsetHeight));
    root.style.setProperty('--consent-above', `${height}px`);
    root.style.scrollPaddingBlockEnd = '40vh';
  };
  update();
  const timer = setInterval(update, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    root.style.removeProperty('--consent-above');
    root.style.scrollPaddingBlockEnd = '';
  };
}
