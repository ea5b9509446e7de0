import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import type { Language } from '@webpay/contract/languages';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { orderAnswer } from '../../../apps/api/src/domain/console/order-answer.ts';
import { buyByCard, delivered } from '../../support/gateway-desk.ts';
import { operatorOf } from '../../support/operator.ts';
import { CARDS, createShopper, MINIFLIX } from '../../support/shopper.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);

async function answered(id: string, lang?: Language, projects: readonly string[] = []) {
  const answer = await orderAnswer(operator.ctx(), { projects }, { id, lang });
  return answer === null ? null : v.parse(CONSOLE_CALLS.orderAnswer.result, answer);
}

it('answers about a delivered order with its number, goods, character and server', async () => {
  const bought = await buyByCard(environment(), CARDS.success);
  await delivered(bought);
  const answer = await answered(bought.orderId);
  expect(answer?.lang).toBe('en');
  expect(answer?.text).toMatch(
    /^Hi .+, here’s how things stand with your order WP-[\w-]+: \S.*\.\n\nWe sent your items to the in-game mailbox of .+ on .+ \(.+ UTC\)\. Open Mail/,
  );
});

it('answers in the language of the order unless another one is asked for', async () => {
  const shopper = await createShopper(environment(), { ...MINIFLIX, lang: 'de' });
  const { order_id: orderId } = await shopper.open();
  const own = await answered(orderId);
  expect(own?.lang).toBe('de');
  expect(own?.text).toContain('nicht bezahlt');
  const korean = await answered(orderId, 'ko');
  expect(korean?.lang).toBe('ko');
  expect(korean?.text).toContain('님, 안녕하세요');
});

it('answers as for a missing order where the operator does not see the project', async () => {
  const { orderId } = await buyByCard(environment(), CARDS.declined);
  expect(await answered(orderId, 'en', ['another'])).toBeNull();
  expect(await answered('z'.repeat(20))).toBeNull();
  expect((await answered(orderId))?.text).toContain('You haven’t been charged.');
});
