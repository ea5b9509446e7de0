import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { buttonClass } from '../../ui/Button/button-class.ts';
import { useProject } from '../../api/page.tsx';
import { Link } from '../../router/Link.tsx';

/** Link to the goods, because purchases count for the event. */
export function TopUpLink() {
  const t = useText();
  const project = useProject();
  return (
    <Link className={buttonClass({ kind: 'ghost', size: 'small' })} to={paths.goodsList(project)}>
      {t('event.top_up')}
    </Link>
  );
}
