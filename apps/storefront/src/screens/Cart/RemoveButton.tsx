import type { CartItem } from '../../features/cart/queries.ts';
import { useText } from '../../i18n/text.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import type { Marks } from './use-marks.ts';

/** Removes the row at once; the toast can undo it. */
export function RemoveButton({ item, marks }: { readonly item: CartItem; readonly marks: Marks }) {
  const t = useText();
  return (
    <IconButton
      icon="close"
      label={t('cart.remove', { name: item.name })}
      onClick={() => {
        focusBesideRow();
        marks.remove([item]);
      }}
    />
  );
}

/** Moves the focus to the next row's button, or to the heading, because the row disappears. */
function focusBesideRow(): void {
  const row = document.activeElement?.closest('li');
  if (!row) return;
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const next = beside?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1');
  next?.focus();
}
