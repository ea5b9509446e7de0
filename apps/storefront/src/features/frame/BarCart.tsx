import { navigate } from '../../router/history.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { useConfigs, useProject } from '../../api/page.tsx';
import { useSession } from '../account/use-session.ts';

/** Cart button without a count, so that home needs no call; CartButton.tsx counts on the goods list. */
export function BarCart(props: {
  /** Without a character there is no cart: opens the choice of one. */
  readonly onNoCharacter?: () => void;
}) {
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const user = useSession();
  if (!configs.open_screens.includes('cart')) return null;
  return (
    <span data-in-bar>
      <IconButton
        icon="cart"
        look="disc"
        label={t('cart.title')}
        onClick={() => {
          if (user) navigate(paths.cart(project));
          else props.onNoCharacter?.();
        }}
      />
    </span>
  );
}
