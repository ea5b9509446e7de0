import { expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { purchaseMail } from './write-mail.ts';

const { built } = await builtShop(1);

const gems = (count: number) => ({ item_id: 'gem', name: { en: 'Gems' }, image: '', count });
const sold = { image: '', bonus: null };

it('[F10] the purchase mail lists the goods of a weekly card', () => {
  const project = built.ctx.catalogue.project('miniflix');
  if (project === null) throw new Error('there is no miniflix');
  const { body, items } = purchaseMail(
    {
      id: 'D1',
      order_no: 'WP-2222-2222-2',
      lang: 'en',
      recipient: { server_id: '1', cid: '1', name: 'Ada' },
      lines: [
        {
          product_id: 'card',
          count: 1,
          sold: { ...sold, kind: 'card', name: { en: 'Weekly Card' }, contents: [gems(300)] },
        },
        {
          product_id: 'gems-60',
          count: 2,
          sold: { ...sold, kind: 'topup', name: { en: '60 Gems' }, contents: [gems(60)] },
        },
        {
          product_id: 'gems-5',
          count: 3,
          sold: {
            ...sold,
            kind: 'topup',
            name: { en: '5 Gems' },
            contents: [gems(5)],
            doubled: true,
          },
        },
      ],
    },
    project,
    null,
  );
  expect(body).toContain('Weekly Card × 1 (Gems × 300)\n60 Gems × 2\n5 Gems × 3 (Gems × 20)\n');
  expect(items).toEqual([{ item_id: 'gem', name: 'Gems', count: 440 }]);
});
