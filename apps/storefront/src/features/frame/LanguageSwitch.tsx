import { lazy, Suspense, useState } from 'react';
import { langName } from '../../i18n/languages.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { LanguagePill } from '../../ui/LanguagePill/LanguagePill.tsx';

// Few players change their language, and none twice: the list comes when it is asked for.
const LanguagePicker = lazy(() => import('./LanguagePicker.tsx'));

/** F14: the pill in the bar and its sheet. */
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
