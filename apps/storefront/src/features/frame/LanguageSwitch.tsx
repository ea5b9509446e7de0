import { lazy, Suspense, useState } from 'react';
import { langName } from '../../i18n/languages.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import styles from './LanguageSwitch.module.css';

// Loaded on demand, because few players change their language.
const LanguagePicker = lazy(() => import('./LanguagePicker.tsx'));

/** Language button in the top bar with its sheet (F14). */
export function LanguageSwitch() {
  const t = useText();
  const lang = useLang();
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);

  return (
    <>
      <button
        type="button"
        className={styles.pill}
        aria-haspopup="dialog"
        onClick={() => {
          setIsWanted(true);
          setIsOpen(true);
        }}
      >
        <Icon name="globe" />
        <span aria-hidden="true">{lang.toUpperCase()}</span>
        <span className="sr-only">{t('lang.button', { name: langName(lang) })}</span>
      </button>
      {isWanted && (
        <Suspense fallback={null}>
          <LanguagePicker open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
