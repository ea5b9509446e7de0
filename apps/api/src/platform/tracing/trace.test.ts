import { describe, expect, it } from 'vitest';
import { idsOfKey, readTraceparent } from './ids.ts';
import { createTrace, type EndedSpan } from './trace.ts';

const job = { name: 'job', kind: 'consumer' } as const;
const part = { name: 'part', kind: 'internal' } as const;
const KEY = '0123456789abcdefghij';

/** A trace whose spans are kept; those of other traces than `sampled` are not sampled. */
function kept(sampled: (traceId: string) => boolean = () => true) {
  const spans: EndedSpan[] = [];
  let lost = 0;
  const trace = createTrace({
    isSampled: sampled,
    take: (span) => spans.push(span),
    lose: (count) => {
      lost += count;
    },
    close: async () => undefined,
  });
  const named = (name: string) => spans.find((span) => span.name === name);
  return { trace, spans, named, lost: () => lost };
}

describe('the ids of a key', () => {
  it('are the same in every process, and tell nothing of the key', () => {
    expect(idsOfKey(KEY)).toEqual({
      traceId: 'b1236609cd8116c0abe7db2b630b4b83',
      spanId: 'bc071dcd11ba28c4',
    });
    expect(idsOfKey('other').traceId).not.toBe(idsOfKey(KEY).traceId);
  });
});

describe('traceparent', () => {
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];

  it('is read without its flags', () => {
    expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId });
    expect(readTraceparent(`00-${traceId}-${spanId}-00`)).toEqual({ traceId, spanId });
  });

  it.each([
    ['an absent', undefined],
    ['an empty', ''],
    ['another version of', `01-${traceId}-${spanId}-01`],
    ['a continued', `00-${traceId}-${spanId}-01-x`],
    ['a two-line', `00-${traceId}-${spanId}-01\n`],
    ['a capital', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['a short', `00-${traceId.slice(1)}-${spanId}-01`],
    ['a zero trace in a', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['a zero span in a', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['a repeated', [`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`]],
    ['a long', `00-${traceId}-${spanId}-01${'0'.repeat(100_000)}`],
  ])('%s traceparent is no trace', (_, header) => {
    expect(readTraceparent(header)).toBeNull();
  });
});

describe('roots', () => {
  it('a root takes its earlier spans along when it learns its key, as the first span of the trace', async () => {
    const { trace, named } = kept();
    await trace.root(job, async () => {
      await trace.span({ ...part, name: 'before' }, async () => undefined);
      trace.join(KEY, true);
      await trace.span({ ...part, name: 'after' }, async () => undefined);
    });
    const { traceId, spanId } = idsOfKey(KEY);
    expect(named('job')).toMatchObject({ traceId, spanId, parentId: null });
    expect(named('before')).toMatchObject({ traceId, parentId: spanId });
    expect(named('after')).toMatchObject({ traceId, parentId: spanId });
  });

  it('a root of another process hangs below the first span of the key, and the first key counts', async () => {
    const { trace, named } = kept();
    await trace.root(job, async () => {
      trace.join(KEY);
      trace.join('another key');
      await trace.span(part, async () => undefined);
    });
    const { traceId, spanId } = idsOfKey(KEY);
    expect(named('job')).toMatchObject({ traceId, parentId: spanId });
    expect(named('part')).toMatchObject({ traceId, parentId: named('job')?.spanId });
  });

  it('a root makes a trace of its own without a key, and none without work', async () => {
    const { trace, spans } = kept();
    await trace.root(job, async () => undefined);
    expect(spans).toEqual([]);
    await trace.root(job, () => trace.span(part, async () => undefined));
    expect(spans).toMatchObject([{ name: 'job', parentId: null }, { name: 'part' }]);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  });

  it('roots that run at the same time stay apart, also one that another started', async () => {
    const { trace, spans } = kept();
    let inner: Promise<void> | undefined;
    await trace.root(job, async () => {
      trace.join('one');
      inner = trace.root(job, () => {
        trace.join('two');
        return trace.span({ ...part, name: 'of two' }, async () => undefined);
      });
      await trace.span({ ...part, name: 'of one' }, async () => undefined);
    });
    await inner;
    const traceOf = (name: string) => spans.find((span) => span.name === name)?.traceId;
    expect(traceOf('of one')).toBe(idsOfKey('one').traceId);
    expect(traceOf('of two')).toBe(idsOfKey('two').traceId);
  });

  it('a root has further spans after its end', async () => {
    const { trace, named } = kept();
    let later: Promise<void> | undefined;
    await trace.root(job, async () => {
      trace.join(KEY);
      await trace.span(part, async () => undefined);
      later = Promise.resolve().then(() =>
        trace.span({ ...part, name: 'late' }, async () => undefined),
      );
    });
    await later;
    expect(named('late')).toMatchObject({ traceId: idsOfKey(KEY).traceId });
  });

  it('a root loses a span that its sink cannot take, and its work is done', async () => {
    let lost = 0;
    const trace = createTrace({
      isSampled: () => true,
      take: () => {
        throw new Error('no memory');
      },
      lose: (count) => {
        lost += count;
      },
      close: async () => undefined,
    });
    expect(await trace.root(job, () => trace.span(part, async () => 'done'))).toBe('done');
    expect(lost).toBe(2);
  });

  it('a root without sampling sends nothing, and says so in its header', async () => {
    const { trace, spans } = kept((traceId) => traceId !== idsOfKey(KEY).traceId);
    await trace.root(job, async () => {
      trace.join(KEY);
      await trace.span(part, async () => {
        expect(trace.traceparent()).toMatch(
          /^00-b1236609cd8116c0abe7db2b630b4b83-[0-9a-f]{16}-00$/,
        );
      });
    });
    expect(spans).toEqual([]);
  });

  it('a root has 250 spans at most, and the work of further ones is done', async () => {
    const { trace, spans, lost } = kept();
    let done = 0;
    await trace.root(job, async () => {
      for (let n = 0; n < 260; n += 1) await trace.span(part, async () => void (done += 1));
    });
    expect([done, spans.length, lost()]).toEqual([260, 250, 11]);
  });
});

describe('a span', () => {
  it('names the kind of an error, and no words of it', async () => {
    const { trace, named } = kept();
    const error = Object.assign(new Error('duplicate key (cid)=(12345678)'), { code: '23505' });
    await expect(trace.root(job, () => trace.span(part, () => Promise.reject(error)))).rejects.toBe(
      error,
    );
    expect(named('part')).toMatchObject({ isFailed: true, attributes: { 'error.type': '23505' } });
  });

  it('tells the code of a refusal, which is no fault', async () => {
    const { trace, named } = kept();
    const refusal = Object.assign(new Error('no such order'), { code: 10504 });
    await expect(
      trace.root(job, () => trace.span(part, () => Promise.reject(refusal))),
    ).rejects.toBe(refusal);
    expect(named('part')).toMatchObject({ isFailed: false, attributes: { 'webpay.code': 10504 } });
  });

  it('is only its work outside a root', async () => {
    const { trace, spans } = kept();
    expect(await trace.span(part, async () => 7)).toBe(7);
    trace.join(KEY);
    trace.note({ a: 1 });
    expect([spans, trace.traceparent(), trace.logFields()]).toEqual([[], null, {}]);
  });
});
