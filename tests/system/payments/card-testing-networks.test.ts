import { beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../apps/api/src/domain/declines/guard-attempt.ts';
import { cardBuyers, decline } from '../../support/card-buyers.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { CARDS, want } from '../../support/shopper.ts';

const environment = sharedEnvironment({ env: { LIMIT_SCALE: '1' } });
const operator = operatorOf(environment);
const { buyer, recordDeclines } = cardBuyers(environment, operator);

beforeEach(() => operator.db().pool.query('delete from attempt_outcomes'));

describe('card testing from a network (14.11)', () => {
  it('does not trouble a family behind one address where a card is declined once', async () => {
    const address = '203.0.113.50';
    const [mother, child] = [await buyer(address), await buyer(address)];
    await decline(child, 1);
    expect(await mother.pay(CARDS.success)).toBe('success');
    expect(await child.pay(CARDS.success)).toBe('success');
  });

  it('asks a network with many declines for an image code, and never pauses it', async () => {
    const address = '203.0.113.60';
    const innocent = await buyer(address);
    await recordDeclines(20, 'network-test', { network: address });
    expect((await innocent.open()).code).toBe(20003);
    const proven = await want(innocent.open(await innocent.solve()));
    expect((await want(innocent.submit(proven, CARDS.success))).state).toBe('success');
    await recordDeclines(200, 'network-test', { network: address });
    expect((await innocent.open(await innocent.solve())).code).toBe(200);
    expect((await (await buyer('203.0.113.61')).open()).code).toBe(200);
  });

  it('asks a block of networks with many declines for an image code, though each network had one', async () => {
    await decline(await buyer('2001:db8:60:1::1'), 1);
    await operator.db().pool.query(`update attempt_outcomes set declines = 59`);
    const innocent = await buyer('2001:db8:60:2::1');
    const fromAnywhere = await buyer('2001:db8:61:2::1');
    expect((await innocent.open()).code).toBe(200);
    await decline(await buyer('2001:db8:60:3::1'), 1);
    expect((await innocent.open()).code).toBe(20003);
    const proven = await want(innocent.open(await innocent.solve()));
    expect((await want(innocent.submit(proven, CARDS.success))).state).toBe('success');
    await operator.db().pool.query(`update attempt_outcomes set declines = 10 * declines`);
    expect((await innocent.open(await innocent.solve())).code).toBe(200);
    expect((await fromAnywhere.open()).code).toBe(200);
    const { rows } = await operator.db().pool.query(`select network, block from attempt_outcomes`);
    expect(JSON.stringify(rows)).not.toContain('2001:db8');
  });

  it.each([
    ['a network', 20, '2001:db8:80:1::'],
    ['a block of networks', 60, '2001:db8:80:2::'],
  ])(
    'counts what many characters of %s submit at once, before any answer',
    async (_, limit, at) => {
      const innocent = await buyer('2001:db8:80:1::1');
      const late = await want(innocent.open());
      const submit = async (count: number) => {
        await operator.db().pool.query(
          `insert into attempt_outcomes (attempt_id, order_id, project, player_id, network, block, submitted_at, at)
          select 'under-way-' || n, 'x', 'miniflix', -n, $1, $2, now(), now() from generate_series(1, $3) as n
          on conflict do nothing`,
          [
            hashOf(operator.ctx(), 'network', `${at}/64`),
            hashOf(operator.ctx(), 'block', '2001:db8:80::/48'),
            count,
          ],
        );
      };
      await submit(limit - 1);
      expect((await innocent.open()).code).toBe(200);
      await submit(limit);
      expect((await innocent.open()).code).toBe(20003);
      expect((await innocent.submit(late, CARDS.success)).code).toBe(20003);
      expect((await innocent.open(await innocent.solve())).code).toBe(200);
      await operator
        .db()
        .pool.query(`update attempt_outcomes set submitted_at = now() - interval '16 seconds'`);
      expect((await innocent.open()).code).toBe(200);
    },
  );

  it('takes no block from code of the previous release, and counts its declines for their network', async () => {
    const address = '2001:db8:70:1::1';
    const innocent = await buyer(address);
    await recordDeclines(20, 'older-code', { network: '2001:db8:70:1::/64' });
    expect((await innocent.open()).code).toBe(20003);
    expect((await (await buyer('2001:db8:70:2::1')).open()).code).toBe(200);
  });
});
