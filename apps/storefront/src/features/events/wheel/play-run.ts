import { cellAt, CELLS, endsAtMs, positionAt, type Run, type Step, stepAt } from './wheel-run.ts';

/** Column and row of each cell, clockwise from the top left. */
const PLACES = ['00', '10', '20', '21', '22', '12', '02', '01'] as const;

/** CSS translation of the highlight to a cell. */
export function placeOf(cell: number): string {
  const [column, row] = PLACES.at(cell % CELLS) ?? '00';
  return `translate(calc(${column} * (100% + var(--gap))), calc(${row} * (100% + var(--gap))))`;
}

export type Playing = {
  /** Ends the run on this prize; resolves when the highlight rests. */
  readonly restOn: (index: number) => Promise<void>;
  /** Cancels the run: the page was left or the draw failed. */
  readonly stop: () => void;
};

/** Animates the highlight by the clock, so that skipped frames and hidden tabs do not shift it. */
export function playRun(board: HTMLElement, from: number, onStep: (step: Step) => void): Playing {
  const lights = [...board.querySelectorAll<HTMLElement>('[data-light]')];
  const startedAt = performance.now();
  let run: Run = { from, answer: null };
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown = -1;
  let step: Step = 0;

  function draw(): void {
    const ms = performance.now() - startedAt;
    const cell = cellAt(positionAt(run, ms));
    const now = stepAt(run, ms);
    if (cell !== shown) {
      // The first is the highlight itself, the others trail it.
      for (const [behind, light] of lights.entries()) {
        light.style.transform = placeOf(cell - behind + CELLS);
      }
      shown = cell;
    }
    if (now !== step) onStep((step = now));
    frame = now === 0 ? 0 : requestAnimationFrame(draw);
  }
  frame = requestAnimationFrame(draw);

  return {
    restOn(index) {
      run = { from, answer: { index, atMs: performance.now() - startedAt } };
      const ends = endsAtMs(run) ?? 0;
      return new Promise((resolve) => {
        // Animation frames pause in hidden tabs; timers continue.
        timer = setTimeout(
          () => {
            cancelAnimationFrame(frame);
            draw();
            resolve();
          },
          startedAt + ends - performance.now() + 1,
        );
      });
    },
    stop() {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    },
  };
}
