import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { useConfigs } from '../../api/page.tsx';
import styles from './OtherGame.module.css';

/** WCAG 2.2.1: time to read both sentences slowly and to press "stay here". */
const LEAVE_AFTER_MS = 10_000;

/** Announces that the character belongs to another game and opens that game's shop after a delay (F12). */
export default function OtherGame(props: {
  readonly name: string;
  readonly code: string;
  readonly onGo: () => void;
}) {
  const { onGo } = props;
  const t = useText();
  const configs = useConfigs();
  const id = useId();
  const notice = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // The field in use may be further down. The focus also makes screen readers announce the notice.
  useLayoutEffect(() => {
    // The braces drop the promise of newer browsers, which is no clean-up.
    title.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  useEffect(() => {
    const timer = setTimeout(onGo, LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [onGo]);
  return (
    <Panel className={styles.panel}>
      <div ref={notice} role="status" className={styles.notice}>
        <span className={styles.ring} aria-hidden="true">
          <svg viewBox="0 0 100 100" style={{ animationDuration: `${LEAVE_AFTER_MS}ms` }}>
            <circle cx="50" cy="50" r="46" />
          </svg>
          <img
            src={`/catalogue/${encodeURIComponent(props.code)}/art/app-192.png`}
            alt=""
            // A project without its own icon shows a compass.
            onError={({ currentTarget: image }) => {
              image.src = configs.theme.art['compass'] ?? '';
              image.onerror = null;
            }}
          />
        </span>
        <h2 ref={title} tabIndex={-1} aria-describedby={id}>
          {t('home.other_game_title')}
        </h2>
        <p id={id} className="muted">
          {t('home.other_game', { name: props.name })}
        </p>
      </div>
    </Panel>
  );
}
