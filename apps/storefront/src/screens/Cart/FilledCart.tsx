import { useState } from 'react';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { useOnline } from '../../browser/use-online.ts';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { CharacterLine } from '../../features/account/CharacterLine.tsx';
import { CartButton } from '../../features/cart/CartButton.tsx';
import { piecesOf } from '../../features/cart/cart-rules.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { Recipient } from '../../features/orders/OrderSummary.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { RichText, useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Content, PanePart } from '../../ui/Frame/Frame.tsx';
import { KeyValues } from '../../ui/KeyValues/KeyValues.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { TextButton } from '../../ui/TextButton/TextButton.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import section from '../../styles/section-title.module.css';
import styles from './Cart.module.css';
import { GoneItems } from './GoneItems.tsx';
import { LimitNote } from './LimitNote.tsx';
import { NextReward } from './NextReward.tsx';
import { AllTick, CheckOutButton, PayBar } from './PayBar.tsx';
import { Row } from './Row.tsx';
import type { FilledBasket } from './use-basket.ts';
import { type Marks, useMarks } from './use-marks.ts';
import { Tick } from '../../features/cart/Tick.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { Popup } from '../../ui/Popup/Popup.tsx';

type FilledCartProps = {
  readonly user: UserInfo;
  readonly basket: FilledBasket;
  readonly onBack: () => void;
};

/** Renders a cart with items, to buy or, in edit mode, to remove. */
export function FilledCart({ user, basket, onBack }: FilledCartProps) {
  const t = useText();
  const [isEditing, setIsEditing] = useState(false);
  const marks = useMarks(basket);

  return (
    <ShopFrame
      cart={<CartButton user={user} />}
      pane={
        isEditing ? (
          <PanePart end>
            <DeleteBar basket={basket} marks={marks} />
          </PanePart>
        ) : (
          <CartAside user={user} basket={basket} />
        )
      }
    >
      <TopBar
        title={
          <span className={styles.heading}>
            <RichText
              id="cart.title_count"
              values={{ count: basket.cart.count }}
              parts={[<span key="count" className="muted num" />]}
            />
          </span>
        }
        onBack={onBack}
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
        <LimitNote basket={basket} />
        {!isEditing && <NextReward user={user} basket={basket} />}
      </Content>
      {!isEditing && <PayBar basket={basket} />}
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

/** Lists items for sale, ticked for the checkout or, in edit mode, for removal. */
function Items(props: { readonly basket: FilledBasket; readonly marks: Marks | null }) {
  const { basket, marks } = props;
  const t = useText();
  if (basket.buyable.length === 0) return null;
  return (
    <>
      {marks === null && (
        // On wide screens the bottom bar, which has the same control, is hidden.
        <div className={styles.allWide}>
          <AllTick basket={basket} />
          <span aria-hidden="true">{t('cart.select_all')}</span>
        </div>
      )}
      <ul className="stack" aria-label={t('cart.list')}>
        {basket.buyable.map((item) => (
          <li key={item.product_id}>
            <Row item={item} basket={basket} marks={marks} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Recipient, items and sum beside the rows, with the button that the bottom bar then omits. */
function CartAside({ user, basket }: Pick<FilledCartProps, 'user' | 'basket'>) {
  const t = useText();
  const money = useMoney();
  const { total, ticked } = basket;
  const sum = total ? money(total) : '–';
  return (
    <>
      <PanePart>
        <h2 className={section.title}>{t('goods.order_title')}</h2>
        <KeyValues
          rows={[
            {
              key: t('goods.order_for'),
              value: <Recipient name={user.role.name} server={user.role.server_name} />,
            },
            { key: t('payment.items', { count: piecesOf(ticked) }), value: sum },
            { key: t('goods.order_tax'), value: t('goods.order_tax_value') },
          ]}
          total={{ key: t('goods.order_total'), value: sum }}
        />
      </PanePart>
      <PanePart end>
        <CheckOutButton basket={basket}>
          {total ? t('cart.check_out_price', { price: money(total) }) : t('cart.check_out')}
        </CheckOutButton>
      </PanePart>
    </>
  );
}

/** Deletes the marked items after one confirmation that names them. */
function DeleteBar(props: { readonly basket: FilledBasket; readonly marks: Marks }) {
  const { marks, basket } = props;
  const { marked } = marks;
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const count = marked.length;
  return (
    <>
      <BottomBar
        start={
          <>
            <Tick
              label={t('cart.select_all')}
              on={marked.length === basket.cart.items.length}
              onChange={marks.toggleAll}
            />
            <small className="muted">{t('cart.delete_marked', { count })}</small>
          </>
        }
      >
        <Button
          kind="ghost"
          danger
          wide
          icon="trash"
          blocked={count === 0 ? t('cart.delete_none') : undefined}
          onBlocked={() => document.querySelector<HTMLElement>('main li input')?.focus()}
          onClick={() => setIsAsking(true)}
        >
          {t('cart.delete', { count })}
        </Button>
      </BottomBar>
      <Popup
        show={isAsking}
        titleText={t('cart.delete_title', { count })}
        contentText={marked.map(({ name }) => name).join(', ')}
        leftBtnText={t('cart.delete_keep')}
        rightBtnText={t('cart.delete_confirm', { count })}
        rightBtnFun={() => {
          setIsAsking(false);
          marks.remove(marked);
        }}
        leftBtnFun={() => setIsAsking(false)}
        onClosed={() => setIsAsking(false)}
      />
    </>
  );
}
