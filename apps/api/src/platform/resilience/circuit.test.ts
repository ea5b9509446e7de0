import { describe, expect, it } from 'vitest';
import { createBulkhead } from './bulkhead.ts';
import { createCircuit } from './circuit.ts';

const RULES = { failures: 3, firstPauseMs: 1_000, longestPauseMs: 3_000, probeMs: 500 };

/** `f` a call that fails, `a` one that is answered, a number: so many ms go by. */
type Step = 'f' | 'a' | 'enter' | number;

function play(steps: readonly Step[]) {
  let now = 10_000;
  const turns: string[] = [];
  const circuit = createCircuit(
    RULES,
    () => now,
    (state) => turns.push(state),
  );
  for (const step of steps) {
    if (typeof step === 'number') now += step;
    else if (step === 'enter') circuit.enter();
    else if (circuit.enter()) circuit.leave(step === 'f' ? 'failed' : 'answered');
  }
  return { circuit, turns, pass: (ms: number) => (now += ms) };
}

describe('a circuit', () => {
  it.each<[string, readonly Step[], string, readonly string[]]>([
    ['stays closed by two failures', ['f', 'f'], 'closed', []],
    ['forgets failures at an answer', ['f', 'f', 'a', 'f', 'f'], 'closed', []],
    ['opens at the third in a row', ['f', 'f', 'f'], 'open', ['open']],
    ['stays open for its pause', ['f', 'f', 'f', 999], 'open', ['open']],
    ['then lets one try', ['f', 'f', 'f', 1_000], 'probe', ['open']],
    ['and only one', ['f', 'f', 'f', 1_000, 'enter'], 'open', ['open']],
    ['a lost probe is tried again', ['f', 'f', 'f', 1_000, 'enter', 500], 'probe', ['open']],
    ['closes when it is answered', ['f', 'f', 'f', 1_000, 'a'], 'closed', ['open', 'closed']],
    ['pauses twice as long when not', ['f', 'f', 'f', 1_000, 'f', 1_999], 'open', ['open']],
    ['and tries again then', ['f', 'f', 'f', 1_000, 'f', 2_000], 'probe', ['open']],
    [
      'never longer than the longest pause',
      ['f', 'f', 'f', 1_000, 'f', 2_000, 'f', 3_000, 'f', 3_000],
      'probe',
      ['open'],
    ],
    [
      'begins again with its short pause',
      ['f', 'f', 'f', 1_000, 'f', 2_000, 'a', 'f', 'f', 'f', 1_000],
      'probe',
      ['open', 'closed', 'open'],
    ],
  ])('%s', (_, steps, state, turns) => {
    const played = play(steps);
    expect([played.circuit.state(), played.turns]).toEqual([state, turns]);
  });

  it('sends nothing while it is open', () => {
    expect(play(['f', 'f', 'f']).circuit.enter()).toBe(false);
  });

  it('is not held open longer by calls that were sent before it opened', () => {
    const { circuit, pass } = play(['enter', 'f', 'f', 'f']);
    circuit.leave('failed');
    pass(1_000);
    expect(circuit.state()).toBe('probe');
  });

  it('closes at the late answer of a call that was sent before it opened', () => {
    const { circuit } = play(['enter', 'f', 'f', 'f']);
    circuit.leave('answered');
    expect(circuit.state()).toBe('closed');
  });
});

describe('a bulkhead', () => {
  function open(waiting = 2) {
    const errors: unknown[] = [];
    const bulkhead = createBulkhead({ sideBySide: 2, ahead: 1, waiting }, (error) =>
      errors.push(error),
    );
    const begun: string[] = [];
    const ends = new Map<string, PromiseWithResolvers<void>>();
    const push = (place: string, id: string): boolean =>
      bulkhead.push(place, id, () => {
        begun.push(id);
        const end = Promise.withResolvers<void>();
        ends.set(id, end);
        return end.promise;
      });
    return { bulkhead, begun, ends, errors, push };
  }

  it('keeps a slow place to its own hold', () => {
    const { begun, push } = open();
    for (const id of ['s1', 's2', 's3']) push('slow', id);
    push('other', 'o1');
    expect(begun).toEqual(['s1', 's2', 'o1']);
  });

  it('begins what waits when a call ends, and goes on after one that throws', async () => {
    const { begun, ends, errors, push } = open();
    for (const id of ['1', '2', '3']) push('a', id);
    ends.get('1')?.reject(new Error('lost'));
    await expect.poll(() => begun).toEqual(['1', '2', '3']);
    expect(errors).toHaveLength(1);
  });

  it('takes nothing twice, and no more than may wait', () => {
    const { bulkhead, push } = open(1);
    expect(['1', '1', '2', '3', '4'].map((id) => push('a', id))).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
    expect([bulkhead.room('a'), bulkhead.room('b')]).toEqual([0, 3]);
  });

  it('stops with what runs, and drops what waits', async () => {
    const { bulkhead, begun, ends, push } = open();
    for (const id of ['1', '2', '3']) push('a', id);
    const stopped = bulkhead.stop();
    ends.get('1')?.resolve();
    ends.get('2')?.resolve();
    await stopped;
    expect(begun).toEqual(['1', '2']);
  });
});
