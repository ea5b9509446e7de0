import { useConfigsIfAny, usePage } from '../api/page.tsx';
import { LanguageSwitch } from '../features/frame/LanguageSwitch.tsx';
import { useStoredProject } from '../browser/use-stored-project.ts';
import { useText } from '../i18n/text.tsx';
import { paths } from '../router/paths.ts';
import { WholePage } from '../features/frame/WholePage.tsx';
import { buttonClass } from '../ui/Button/button-class.ts';

/** Explains that the project has not opened the page, and leads back. */
export default function NotOpen() {
  const t = useText();
  const { art, project } = usePage();
  const stored = useStoredProject();
  const configs = useConfigsIfAny();
  const home = project ?? stored;
  return (
    <WholePage
      picture={configs?.theme.art['crane'] ?? art['crane']}
      title={t('not_open.title')}
      text={configs ? t('not_open.text', { name: configs.name }) : t('not_open.text_plain')}
      end={<LanguageSwitch />}
      action={
        <a
          className={buttonClass({ wide: true })}
          data-primary
          href={home === null ? paths.login() : paths.home(home)}
        >
          {t(home === null ? 'not_found.choose_game' : 'not_open.to_shop')}
        </a>
      }
    />
  );
}
