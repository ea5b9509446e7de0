import { useState } from 'react';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { useOnline } from '../../browser/use-online.ts';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { CharacterLine } from '../../features/account/CharacterLine.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { RichText, useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Content } from '../../ui/Frame/Frame.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { TextButton } from '../../ui/TextButton/TextButton.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import styles from './Cart.module.css';
import { CartAside } from './CartAside.tsx';
import { DeleteBar } from './DeleteBar.tsx';
import { GoneItems } from './GoneItems.tsx';
import { Items } from './Items.tsx';
import { LimitBar } from './LimitBar.tsx';
import { PayBar } from './PayBar.tsx';
import { useWayBack } from './States.tsx';
import type { FilledBasket } from './use-basket.ts';
import { useMarks } from './use-marks.ts';

/** Renders a cart with items, to buy or, in edit mode, to remove. */
export function FilledCart(props: { readonly user: UserInfo; readonly basket: FilledBasket }) {
  const { user, basket } = props;
  const t = useText();
  const goBack = useWayBack();
  const [isEditing, setIsEditing] = useState(false);
  const marks = useMarks(basket);

  return (
    <ShopFrame aside={!isEditing && <CartAside user={user} basket={basket} />}>
      <TopBar
        title={
          <RichText
            id="cart.title_count"
            values={{ count: basket.cart.count }}
            parts={[<span key="count" className="muted num" />]}
          />
        }
        onBack={goBack}
        end={
          <>
            <LanguageSwitch />
            <span className={styles.edit}>
              <TextButton
                onClick={() => {
                  marks.clear();
                  setIsEditing(!isEditing);
                }}
              >
                {t(isEditing ? 'cart.finish' : 'cart.edit')}
              </TextButton>
            </span>
          </>
        }
      />
      <CharacterLine role={user.role} />
      <Content>
        <CartNotices basket={basket} />
        <Items basket={basket} marks={isEditing ? marks : null} />
        <GoneItems user={user} basket={basket} marks={isEditing ? marks : null} />
        <LimitBar basket={basket} />
      </Content>
      {isEditing ? <DeleteBar basket={basket} marks={marks} /> : <PayBar basket={basket} />}
    </ShopFrame>
  );
}

/** Shows changes that the player must know before reading the rows. */
function CartNotices({ basket }: { readonly basket: FilledBasket }) {
  const t = useText();
  const isOnline = useOnline();
  const { work, writer } = basket;
  const hasNewPrice = basket.buyable.some(({ was }) => was !== undefined);
  return (
    <>
      {basket.isRefreshed && (
        <Notice role="status" tone="accent">
          {t(hasNewPrice ? 'cart.refreshed' : 'cart.refreshed_items')}
        </Notice>
      )}
      {work.lost !== null && (
        <Notice
          role="status"
          tone="warn"
          end={
            isOnline && (
              <Button kind="ghost" size="small" onClick={() => void writer?.flush()}>
                {t('cart.save_again')}
              </Button>
            )
          }
        >
          {t(isOnline ? 'cart.unsaved_lost' : 'cart.unsaved')}
        </Notice>
      )}
    </>
  );
}
