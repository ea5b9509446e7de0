import type { Role } from '@webpay/contract/calls';
import type { ReactNode } from 'react';
import { useConfigs } from '../../api/page.tsx';
import { useHasPane } from '../../browser/use-has-pane.ts';
import { mediaHook } from '../../browser/media-hook.ts';
import { Avatar } from '../../ui/Avatar/Avatar.tsx';
import { Sheet } from '../../ui/Sheet/Sheet.tsx';
import { ItemPane } from './ItemPane.tsx';
import styles from './ItemFrame.module.css';

export type ItemParts = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly titleEnd: ReactNode;
  readonly hero: ReactNode;
  readonly children: ReactNode;
  /** Quantity, above the buttons. */
  readonly quantity: ReactNode;
  readonly footer: ReactNode;
  /** undefined: nobody is named yet. */
  readonly role: Role | undefined;
  /** True once after an arrow key on the goods, which leaves the focus there. */
  readonly isByKey: () => boolean;
};

/** Classes wide and large, where the item takes the pane. */
export const useItemInPane = mediaHook('(min-width: 1024px) and (min-height: 521px)');

/** An item as bottom sheet on phones, drawer on land and tablet, and pane without a scrim on wide. */
export function ItemFrame(props: ItemParts) {
  const { isByKey, quantity, role, footer, children, ...parts } = props;
  const isInPane = useItemInPane();
  const hasPane = useHasPane();
  if (!hasPane) {
    return (
      <Sheet {...parts} footer={footer}>
        {children}
        {quantity}
      </Sheet>
    );
  }
  const buy = (
    <div className={styles.buy}>
      {role && <Recipient role={role} />}
      {quantity}
      <div className={styles.buttons}>{footer}</div>
    </div>
  );
  if (isInPane) {
    return (
      <ItemPane {...parts} footer={buy} isByKey={isByKey}>
        {children}
      </ItemPane>
    );
  }
  return (
    <Sheet {...parts} footer={buy} drawer readOnly>
      {children}
    </Sheet>
  );
}

/** Recipient beside the price, so that no purchase goes to the wrong character. */
function Recipient({ role }: { readonly role: Role }) {
  const { theme, resource_configs } = useConfigs();
  return (
    <div className="row-tight">
      <Avatar src={theme.art['avatar'] ?? resource_configs.icon} eager />
      <div className={styles.who}>
        <b>{role.name}</b>
        <span className="muted">{role.server_name}</span>
      </div>
    </div>
  );
}
