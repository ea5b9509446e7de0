import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { json, playOutside } from '../testing/outside.ts';
import { readStatement } from './statement.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'payermax-statements-'));
afterAll(() => rm(folder, { recursive: true }));

const HEADER = 'type,id,out_trade_no,out_refund_no,amount,currency,state,fee,at';
const { outside } = playOutside(() => 'breaks');
const own = (source: string | null) => ({ source, hours: 8, appId: 'app' });
const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
const put = (name: string, ...lines: readonly string[]): Promise<void> =>
  writeFile(path.join(folder, `payermax-${name}.csv`), `${lines.join('\r\n')}\r\n`);

describe('[F06] the card gateway’s statement', () => {
  it('is read from daily settlement files, in the currency’s own digits', async () => {
    await put(
      '2026-03-01',
      HEADER,
      'capture,T1,Aone_1,,4.99,USD,captured,0.25,2026-03-01T10:00:00Z',
      'capture,T2,Atwo_1,,610,JPY,refunded,,2026-03-01T11:00:00Z',
      'refund,G1,Atwo_1,Rtwo_1,610,JPY,,,2026-03-01T12:00:00Z',
    );
    await put('2026-03-02', HEADER, 'capture,T3,Athree_1,,1.5,KWD,disputed,,2026-03-02T00:00:00Z');
    const read = await readStatement(outside, own(folder), day('2026-03-01'), day('2026-03-03'));
    expect(read).toEqual({
      kind: 'statement',
      captures: [
        {
          id: 'T1',
          attemptId: 'Aone_1',
          amount: 499,
          currency: 'USD',
          state: 'captured',
          fee: 25,
          at: new Date('2026-03-01T10:00:00Z'),
        },
        {
          id: 'T2',
          attemptId: 'Atwo_1',
          amount: 610,
          currency: 'JPY',
          state: 'refunded',
          fee: null,
          at: new Date('2026-03-01T11:00:00Z'),
        },
        {
          id: 'T3',
          attemptId: 'Athree_1',
          amount: 1500,
          currency: 'KWD',
          state: 'disputed',
          fee: null,
          at: day('2026-03-02'),
        },
      ],
      refunds: [
        {
          id: 'G1',
          refundId: 'Rtwo_1',
          attemptId: 'Atwo_1',
          captureRef: null,
          amount: 610,
          currency: 'JPY',
          at: new Date('2026-03-01T12:00:00Z'),
        },
      ],
      oddFees: [],
    });
    const first = await readStatement(outside, own(folder), day('2026-03-01'), day('2026-03-02'));
    expect(first).toMatchObject({ captures: [{ id: 'T1' }, { id: 'T2' }] });
  });

  it.each(['0.2545', '-0.25', 'free'])('names a fee that cannot be read: %s', async (fee) => {
    const row = `capture,T1,Aone_1,,4.99,USD,captured,${fee},2026-03-05T10:00:00Z`;
    await put('2026-03-05', HEADER, row);
    const read = await readStatement(outside, own(folder), day('2026-03-05'), day('2026-03-06'));
    expect(read).toMatchObject({
      captures: [{ fee: null }],
      oddFees: [{ id: 'T1', sum: `${fee} USD`, about: 'capture T1' }],
    });
  });

  it.each([
    ['2026-04-01', [], 'payermax-2026-04-01.csv does not begin with'],
    ['2026-04-02', ['a,b'], 'payermax-2026-04-02.csv does not begin with'],
    ['2026-04-03', [HEADER, 'capture,T1'], 'line 2 of payermax-2026-04-03.csv cannot be read'],
    [
      '2026-04-04',
      [HEADER, 'capture,T1,Aone_1,,4.999,USD,captured,,2026-04-04T10:00:00Z'],
      'a capture in payermax-2026-04-04.csv cannot be read',
    ],
    [
      '2026-04-05',
      [HEADER, 'refund,G1,Aone_1,Rone_1,4.99,USD,,,yesterday'],
      'a refund in payermax-2026-04-05.csv cannot be read',
    ],
  ])('is unavailable when only a part is readable: %s', async (name, lines, why) => {
    await put(name, ...lines);
    const next = new Date(day(name).getTime() + 1);
    const read = await readStatement(outside, own(folder), day(name), next);
    expect(read.kind === 'unavailable' ? read.why : 'read').toContain(why);
  });

  it('is unavailable without a file or a folder', async () => {
    expect(await readStatement(outside, own(folder), day('2026-05-01'), day('2026-05-02'))).toEqual(
      {
        kind: 'unavailable',
        why: `payermax-2026-05-01.csv is not in ${folder}`,
      },
    );
    expect(await readStatement(outside, own(null), day('2026-05-01'), day('2026-05-02'))).toEqual({
      kind: 'unavailable',
      why: 'PAYERMAX_STATEMENTS, or statements of MERCHANTS_FILE, names no folder',
    });
  });

  it('comes from the sandbox without the other gateway’s rows', async () => {
    const at = day('2026-05-01').getTime();
    const capture = {
      id: 'T1',
      out_trade_no: 'Aone_1',
      amount: '4.99',
      currency: 'USD',
      state: 'captured',
      at,
    };
    const { outside: sandbox } = playOutside(() =>
      json(200, {
        captures: [
          { ...capture, provider: 'payermax' },
          { ...capture, provider: 'paypal', id: '2GG' },
        ],
        refunds: [],
      }),
    );
    const url = 'http://sandbox.test.invalid/statement';
    expect(
      await readStatement(sandbox, own(url), day('2026-05-01'), day('2026-05-02')),
    ).toMatchObject({
      captures: [{ id: 'T1', amount: 499 }],
      refunds: [],
    });
    expect(
      await readStatement(outside, own(url), day('2026-05-01'), day('2026-05-02')),
    ).toMatchObject({
      kind: 'unavailable',
    });
  });
});
