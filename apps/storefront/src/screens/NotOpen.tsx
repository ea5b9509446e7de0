import { usePage } from '../api/page.tsx';
import { useText } from '../i18n/text.tsx';
import { closedSet } from '../features/frame/closed-set.ts';
import { DeadEnd } from '../features/frame/DeadEnd.tsx';

/** Explains that the project has not opened the page, and leads back. */
export default function NotOpen() {
  const t = useText();
  const { configs, project } = usePage();
  return (
    <DeadEnd
      set={closedSet(configs?.theme, t('not_open.title'))}
      title={t('not_open.title')}
      text={configs ? t('not_open.text', { name: configs.name }) : t('not_open.text_plain')}
      home={project}
      toShop={t('not_open.to_shop')}
    />
  );
}
