import { useNavigate } from 'react-router';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useConfigs, useProject } from '../config/page.tsx';
import { useSession } from '../session/use-session.ts';

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
  const navigate = useNavigate();
  const user = useSession();
  if (!configs.open_screens.includes('cart')) return null;
  return (
    <IconButton
      icon="cart"
      look="disc"
      label={t('cart.title')}
      onClick={() => {
        if (user) void navigate(paths.cart(project));
        else props.onNobody?.();
      }}
    />
  );
}
