import { lazy, Suspense, useState } from 'react';
import { langName } from '../../i18n/languages.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { LanguagePill } from '../../ui/LanguagePill/LanguagePill.tsx';

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
      <LanguagePill
        code={lang}
        label={t('lang.button', { name: langName(lang) })}
        onClick={() => {
          setIsWanted(true);
          setIsOpen(true);
        }}
      />
      {isWanted && (
        <Suspense fallback={null}>
          <LanguagePicker open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
