import type { Page } from '@playwright/test';
import { openCheckout, payByCard } from './checkout.ts';
import { signIn, type Shopper } from './player.ts';
import { MINIFLIX } from './projects.ts';

// The cheapest good of Miniflix: bought wherever it does not matter what is bought.

/** The headline of its order once it is paid, whether the mail is there yet or not. */
export const PAID = { level: 1, name: /60 Gems (are on their way|arrived)/ } as const;

/** Its checkout, for the character this browser knows. */
export async function openGems(page: Page): Promise<void> {
  await openCheckout(page, 'miniflix', 'gems-60');
}

/** From nothing to the order's page: a new character, the checkout, a card typed and Pay pressed. */
export async function buyGems(page: Page, card: string): Promise<Shopper> {
  const shopper = await signIn(page, MINIFLIX);
  await openGems(page);
  await payByCard(page, MINIFLIX.price, card);
  return shopper;
}
