import { usePage } from '../api/page.tsx';
import { LanguageSwitch } from '../features/frame/LanguageSwitch.tsx';
import { useStoredProject } from '../browser/use-stored-project.ts';
import { useText } from '../i18n/text.tsx';
import { paths } from '../router/paths.ts';
import { WholePage } from '../features/frame/WholePage.tsx';
import { buttonClass } from '../ui/Button/button-class.ts';

/** R18, R20: an unknown page or shop, white in any theme. */
export function NotFound() {
  const t = useText();
  const { art, configs } = usePage();
  const project = useStoredProject();
  // A whole load brings the shop's theme and configuration.
  return (
    <WholePage
      ground="white"
      picture={configs?.theme.art['compass'] ?? art['compass']}
      title={t('not_found.title')}
      text={t('not_found.text')}
      end={<LanguageSwitch />}
      action={
        <a
          className={buttonClass({ wide: true })}
          data-primary
          href={project === null ? paths.login() : paths.home(project)}
        >
          {t(project === null ? 'not_found.choose_game' : 'not_found.to_shop')}
        </a>
      }
    />
  );
}
