import type { Role } from '@webpay/contract/calls';
import { navigate } from '../../router/history.ts';
import { useProject } from '../../api/page.tsx';
import type { Target } from '../../features/checkout/payment/checkout.ts';
import { storage } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { isEventSource, paths } from '../../router/paths.ts';
import { ErrorBlock } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { Outside } from './States.tsx';

/** Asks before paying when another tab has logged in another character. */
export function OtherCharacter(props: {
  /** The character it was opened for; undefined: unknown. */
  readonly was: Pick<Role, 'name' | 'server_name'> | undefined;
  readonly now: Role;
  readonly target: Target;
}) {
  const { was, now, target } = props;
  const t = useText();
  const project = useProject();
  const [first] = target.products;
  // A cart belongs to its character: the other one's holds other goods.
  const fresh =
    target.source === 'cart' || !first
      ? paths.cart(project)
      : isEventSource(target.source)
        ? paths.activityPayment(project, { event: target.source, id: first.product_id })
        : paths.directPayment(project, { id: first.product_id, count: first.count });
  return (
    <Outside
      footer={
        <BottomBar>
          {/* Loads a new page, without the other character's checkout. */}
          <Button
            wide
            onClick={() => {
              storage.forget('checkout', project);
              window.location.replace(fresh);
            }}
          >
            {t('home.continue_as', { name: now.name })}
          </Button>
        </BottomBar>
      }
    >
      <ErrorBlock
        title={t('payment.other_title')}
        action={
          <Button kind="ghost" onClick={() => navigate(paths.goodsList(project))}>
            {t('payment.to_shop')}
          </Button>
        }
      >
        {was && <p>{t('payment.other_was', { name: was.name, server: was.server_name })}</p>}
        <p>{t('payment.other_text', { name: now.name, server: now.server_name })}</p>
        <p>{t('payment.not_charged')}</p>
      </ErrorBlock>
    </Outside>
  );
}
