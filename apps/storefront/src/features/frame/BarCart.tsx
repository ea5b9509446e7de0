import { navigate } from '../../router/history.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { useConfigs, useProject } from '../../api/page.tsx';
import { useSession } from '../account/use-session.ts';

/**
 * The way to the cart where nobody counts what is in it: home asks the server nothing for it. The
 * shelf's own, features/cart/CartButton.tsx, stands in the same place and counts.
 */
export function BarCart(props: {
  /** Without a character there is no cart: leads to where one is chosen. */
  readonly onNobody?: () => void;
}) {
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const user = useSession();
  if (!configs.open_screens.includes('cart')) return null;
  return (
    <IconButton
      icon="cart"
      look="disc"
      label={t('cart.title')}
      onClick={() => {
        if (user) navigate(paths.cart(project));
        else props.onNobody?.();
      }}
    />
  );
}
