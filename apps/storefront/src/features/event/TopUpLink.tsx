import { useText } from '../../i18n/text.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { useProject } from '../config/page.tsx';
import { Link } from '../link/Link.tsx';

/** To the goods, where topping up counts for the event. */
export function TopUpLink() {
  const t = useText();
  const project = useProject();
  return (
    <Link className={buttonClass({ kind: 'ghost', size: 'small' })} to={paths.goodsList(project)}>
      {t('event.top_up')}
    </Link>
  );
}
