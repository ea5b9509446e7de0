import { useState } from 'react';
import { Tick } from '../../features/cart/Tick.tsx';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { Popup } from '../../ui/Popup/Popup.tsx';
import type { FilledBasket } from './use-basket.ts';
import type { Marks } from './use-marks.ts';

/** Deletes the marked items after one confirmation that names them. */
export function DeleteBar(props: { readonly basket: FilledBasket; readonly marks: Marks }) {
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
