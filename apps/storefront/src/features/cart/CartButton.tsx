import { navigate } from '../../router/history.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { useConfigs, useProject } from '../../api/page.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { useCart } from './use-cart.ts';

export function CartButton(props: {
  readonly user: UserInfo | undefined;
  /** disc: over art. */
  readonly look?: 'plain' | 'disc';
}) {
  const t = useText();
  const project = useProject();
  const configs = useConfigs();
  const { cart } = useCart(props.user);
  if (!configs.open_screens.includes('cart')) return null;
  const count = cart?.count ?? 0;
  return (
    <span data-in-bar>
      <IconButton
        icon="cart"
        look={props.look ?? 'disc'}
        badge={count}
        label={t('cart.open', { count })}
        onClick={() => navigate(paths.cart(project))}
      />
    </span>
  );
}
