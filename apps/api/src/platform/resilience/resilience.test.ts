import { describe, expect, it } from 'vitest';
import { createBulkhead } from './bulkhead.ts';
import { createCircuit } from './circuits.ts';
import { createPlaces } from './places.ts';

const RULES = {
  failures: 3,
  runMs: 60_000,
  firstPauseMs: 1_000,
  longestPauseMs: 3_000,
  probeMs: 500,
};

/** `f`: a failed call, `a`: an answered one, a number: ms that pass. */
type Step = 'f' | 'a' | 'enter' | number;

function play(steps: readonly Step[]) {
  let now = 10_000;
  const changes: string[] = [];
  const circuit = createCircuit(
    RULES,
    () => now,
    (state) => changes.push(state),
  );
  for (const step of steps) {
    if (typeof step === 'number') now += step;
    else if (step === 'enter') circuit.enter();
    else if (circuit.enter()) circuit.leave(step === 'f' ? 'failed' : 'answered');
  }
  return { circuit, changes, pass: (ms: number) => (now += ms) };
}

describe('a circuit', () => {
  it.each<[string, readonly Step[], string, readonly string[]]>([
    ['stays closed by two failures', ['f', 'f'], 'closed', []],
    ['resets its failures at an answer', ['f', 'f', 'a', 'f', 'f'], 'closed', []],
    ['opens at the third in a row', ['f', 'f', 'f'], 'open', ['open']],
    ['stays open for its pause', ['f', 'f', 'f', 999], 'open', ['open']],
    ['then lets one probe through', ['f', 'f', 'f', 1_000], 'probe', ['open']],
    ['lets only one probe through', ['f', 'f', 'f', 1_000, 'enter'], 'open', ['open']],
    ['repeats a lost probe', ['f', 'f', 'f', 1_000, 'enter', 500], 'probe', ['open']],
    [
      'closes when the probe is answered',
      ['f', 'f', 'f', 1_000, 'a'],
      'closed',
      ['open', 'closed'],
    ],
    [
      'pauses twice as long when the probe fails',
      ['f', 'f', 'f', 1_000, 'f', 1_999],
      'open',
      ['open'],
    ],
    [
      'sends another probe after the longer pause',
      ['f', 'f', 'f', 1_000, 'f', 2_000],
      'probe',
      ['open'],
    ],
    [
      'never pauses longer than the longest pause',
      ['f', 'f', 'f', 1_000, 'f', 2_000, 'f', 3_000, 'f', 3_000],
      'probe',
      ['open'],
    ],
    [
      'starts again with its first pause',
      ['f', 'f', 'f', 1_000, 'f', 2_000, 'a', 'f', 'f', 'f', 1_000],
      'probe',
      ['open', 'closed', 'open'],
    ],
  ])('%s', (_, steps, state, changes) => {
    const played = play(steps);
    expect([played.circuit.state(), played.changes]).toEqual([state, changes]);
  });

  it('sends nothing while it is open', () => {
    expect(play(['f', 'f', 'f']).circuit.enter()).toBe(false);
  });

  it('does not stay open longer for failures of calls sent before it opened', () => {
    const { circuit, pass } = play(['enter', 'f', 'f', 'f']);
    circuit.leave('failed');
    pass(1_000);
    expect(circuit.state()).toBe('probe');
  });

  it('closes at the late answer of a call sent before it opened', () => {
    const { circuit } = play(['enter', 'f', 'f', 'f']);
    circuit.leave('answered');
    expect(circuit.state()).toBe('closed');
  });
});

describe('a bulkhead', () => {
  function open(waiting = 2) {
    const errors: unknown[] = [];
    const bulkhead = createBulkhead({ concurrency: 2, ahead: 1, waiting }, (error) =>
      errors.push(error),
    );
    const begun: string[] = [];
    const ends = new Map<string, PromiseWithResolvers<void>>();
    const push = (key: string, id: string): boolean =>
      bulkhead.push(key, id, () => {
        begun.push(id);
        const end = Promise.withResolvers<void>();
        ends.set(id, end);
        return end.promise;
      });
    return { bulkhead, begun, ends, errors, push };
  }

  it('confines a slow key to its own queue', () => {
    const { begun, push } = open();
    for (const id of ['s1', 's2', 's3']) push('slow', id);
    push('other', 'o1');
    expect(begun).toEqual(['s1', 's2', 'o1']);
  });

  it('starts queued work when a call ends, also after one that throws', async () => {
    const { begun, ends, errors, push } = open();
    for (const id of ['1', '2', '3']) push('a', id);
    ends.get('1')?.reject(new Error('lost'));
    await expect.poll(() => begun).toEqual(['1', '2', '3']);
    expect(errors).toHaveLength(1);
  });

  it('takes no id twice, and no more than the queue holds', () => {
    const { bulkhead, push } = open(1);
    expect(['1', '1', '2', '3', '4'].map((id) => push('a', id))).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
    expect([bulkhead.capacity('a'), bulkhead.capacity('b')]).toEqual([0, 3]);
  });

  it('stop waits for running work and drops queued work', async () => {
    const { bulkhead, begun, ends, push } = open();
    for (const id of ['1', '2', '3']) push('a', id);
    const stopped = bulkhead.stop();
    ends.get('1')?.resolve();
    ends.get('2')?.resolve();
    await stopped;
    expect(begun).toEqual(['1', '2']);
  });
});

describe('places', () => {
  it('are few for each key, are freed once, and are none after the end', async () => {
    const errors: unknown[] = [];
    const places = createPlaces(1, (error) => errors.push(error));
    const first = places.take('a');
    expect([places.take('a'), places.take('b')?.leave()]).toEqual([null, undefined]);
    first?.leave();
    first?.leave();
    expect(places.running()).toEqual(new Map());
    const { promise, reject } = Promise.withResolvers<void>();
    places.take('a')?.fill(() => promise);
    const stopped = places.stop();
    expect([places.take('b'), places.running()]).toEqual([null, new Map([['a', 1]])]);
    reject(new Error('lost'));
    await stopped;
    expect([errors, places.running()]).toEqual([[new Error('lost')], new Map()]);
  });
});
