import type { Sum } from '@webpay/contract/console/shapes';
import { moneyText } from './money-text.ts';

/** A sum of money; its title says the currency. */
export function Money({ sum }: { readonly sum: Sum }) {
  return (
    <span className="num nowrap" title={sum.currency}>
      {moneyText(sum)}
    </span>
  );
}
