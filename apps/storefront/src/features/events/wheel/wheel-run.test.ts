import { describe, expect, it } from 'vitest';
import {
  CELLS,
  cellAt,
  endsAtMs,
  positionAt,
  RAMP_MS,
  type Run,
  SPEED,
  stepAt,
} from './wheel-run.ts';

const FRAME_MS = 1000 / 60;
const ANSWERS_MS = [0, 80, 1234.5, 2499.999, 2500, 2500.001, 3333, 9000, 21_017];

/** Every start, every prize, and answers before, at and long after full speed. */
const RUNS: readonly Run[] = cells().flatMap((from) =>
  cells().flatMap((index) => ANSWERS_MS.map((atMs) => ({ from, answer: { index, atMs } }))),
);

function cells(): readonly number[] {
  return Array.from({ length: CELLS }, (_, index) => index);
}

function endOf(run: Run): number {
  const end = endsAtMs(run);
  if (end === null) throw new Error('a run with an answer ends');
  return end;
}

describe('[F08] wheel animation', () => {
  it("rests on the server's prize and stays there", () => {
    for (const run of RUNS) {
      for (const later of [0, 1, 60_000]) {
        const position = positionAt(run, endOf(run) + later);
        expect(Number.isInteger(position), JSON.stringify(run)).toBe(true);
        expect(cellAt(position), JSON.stringify(run)).toBe(run.answer?.index);
      }
    }
  });

  it('never moves back, jumps or exceeds its speed', () => {
    const mostPerFrame = (SPEED * FRAME_MS) / 1000 + 1e-6;
    // Half a million frames: only the wrong ones are compared by `expect`.
    const wrong: unknown[] = [];
    for (const run of RUNS) {
      let before = positionAt(run, 0);
      for (let ms = FRAME_MS; ms < endOf(run) + 200; ms += FRAME_MS) {
        const now = positionAt(run, ms);
        if (!(now >= before && now - before <= mostPerFrame)) wrong.push({ run, ms, before, now });
        before = now;
      }
    }
    expect(wrong).toEqual([]);
  });

  it('accelerates for 2500 ms, runs until the answer, then decelerates for 2500 ms', () => {
    for (const run of RUNS) {
      const end = endOf(run);
      const brake = end - RAMP_MS;
      expect([stepAt(run, 0), stepAt(run, RAMP_MS - 1)]).toEqual([1, 1]);
      expect(stepAt(run, RAMP_MS)).toBe(brake > RAMP_MS ? 2 : 3);
      expect([stepAt(run, brake + 1), stepAt(run, end - 1)]).toEqual([3, 3]);
      expect(stepAt(run, end)).toBe(0);
      // At most one more round ends on the prize.
      const earliest = Math.max(RAMP_MS, run.answer?.atMs ?? 0);
      expect(brake).toBeGreaterThanOrEqual(earliest);
      expect(brake - earliest).toBeLessThan((CELLS / SPEED) * 1000);
    }
  });

  it('runs at 20 cells a second while no answer comes', () => {
    const run: Run = { from: 3, answer: null };
    expect(endsAtMs(run)).toBeNull();
    for (const ms of [2500, 10_000, 60_000]) {
      expect(stepAt(run, ms)).toBe(2);
      expect(positionAt(run, ms + 1000) - positionAt(run, ms)).toBeCloseTo(SPEED, 6);
    }
  });

  it('continues without a jump when the answer comes', () => {
    for (const run of RUNS) {
      const waiting: Run = { from: run.from, answer: null };
      const atMs = run.answer?.atMs ?? 0;
      for (const ms of [atMs / 2, atMs]) {
        expect(positionAt(run, ms)).toBeCloseTo(positionAt(waiting, ms), 6);
      }
    }
  });
});
