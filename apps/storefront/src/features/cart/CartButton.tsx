import { useNavigate } from 'react-router';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useConfigs, useProject } from '../config/page.tsx';
import type { UserInfo } from '../storage/storage.ts';
import { useCart } from './use-cart.ts';

/** The way to the cart in a bar, with how many pieces it holds. */
export function CartButton(props: {
  readonly user: UserInfo | undefined;
  /** disc: over art. */
  readonly look?: 'plain' | 'disc';
}) {
  const t = useText();
  const project = useProject();
  const configs = useConfigs();
  const navigate = useNavigate();
  const { cart } = useCart(props.user);
  if (!configs.open_screens.includes('cart')) return null;
  const count = cart?.count ?? 0;
  return (
    <IconButton
      icon="cart"
      look={props.look ?? 'disc'}
      badge={count}
      label={t('cart.open', { count })}
      onClick={() => void navigate(paths.cart(project))}
    />
  );
}
