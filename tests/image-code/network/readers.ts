import {
  IMAGE_CODE_ALPHABET,
  IMAGE_CODE_LENGTH,
} from '../../../apps/api/src/domain/access/image/code.ts';
import { HEIGHT, WIDTH } from '../../../apps/api/src/domain/access/image/canvas.ts';
import type { Sheet } from '../../../apps/api/src/domain/access/image/draw.ts';
import { newNetwork } from './network.ts';

/** A program that learns to read pictures from labelled ones. */
export type Reader = {
  readonly name: string;
  readonly learn: (sheet: Sheet, code: string) => void;
  readonly read: (sheet: Sheet) => string;
};

/** Pictures are halved; the networks see 120 × 40. */
const WIDE = WIDTH / 2;
const HIGH = HEIGHT / 2;
/** Width of what is cut out for one character. */
const WINDOW = 32;
const CLASSES = IMAGE_CODE_ALPHABET.length;
const NOTHING = CLASSES;

/** Cuts every picture at the same places, one for each character. */
export function cellReader(random: () => number): Reader {
  const network = newNetwork(
    { height: HIGH, width: WINDOW },
    { questions: 1, classes: CLASSES },
    random,
  );
  const middles = Array.from(
    { length: IMAGE_CODE_LENGTH },
    (_, index) => (WIDE * (index + 0.5)) / IMAGE_CODE_LENGTH,
  );
  return {
    name: 'fixed cells',
    learn(sheet, code) {
      const picture = halved(sheet);
      for (const [index, middle] of middles.entries()) {
        network.learn(cutOut(picture, middle), [classOf(code, index)]);
      }
    },
    read(sheet) {
      const picture = halved(sheet);
      return middles.map((middle) => likeliest(network.answer(cutOut(picture, middle)))).join('');
    },
  };
}

/** Half of the windows to learn show a character in their middle, the others none. */
export function windowReader(random: () => number): Reader {
  const network = newNetwork(
    { height: HIGH, width: WINDOW },
    { questions: 1, classes: CLASSES + 1 },
    random,
  );
  return {
    name: 'sliding windows, taught where each character stands',
    learn(sheet, code) {
      const picture = halved(sheet);
      const middles = sheet.middles.map(({ x }) => x / 2);
      for (const [index, middle] of middles.entries()) {
        network.learn(cutOut(picture, middle + 3 * random() - 1.5), [classOf(code, index)]);
        const between = random() * WIDE;
        const isClear = middles.every((each) => Math.abs(each - between) > 4);
        if (isClear) network.learn(cutOut(picture, between), [NOTHING]);
      }
    },
    read(sheet) {
      const picture = halved(sheet);
      const answers = Array.from({ length: WIDE / 2 }, (_, at) =>
        network.answer(cutOut(picture, 2 * at)),
      );
      return bestLine(answers);
    },
  };
}

/** Reads the uncut picture at once. */
export function wholeReader(random: () => number): Reader {
  const network = newNetwork(
    { height: HIGH, width: WIDE },
    { questions: IMAGE_CODE_LENGTH, classes: CLASSES },
    random,
  );
  return {
    name: 'the whole picture',
    learn(sheet, code) {
      network.learn(
        halved(sheet),
        Array.from(code, (_, index) => classOf(code, index)),
      );
    },
    read(sheet) {
      const answer = network.answer(halved(sheet));
      return Array.from({ length: IMAGE_CODE_LENGTH }, (_, index) =>
        likeliest(answer.subarray(index * CLASSES, (index + 1) * CLASSES)),
      ).join('');
    },
  };
}

/** Steps of two pixels between characters. */
const LEAST_STEPS = 5;

/** The likeliest code: its characters' windows against windows that show none, from left to right. */
function bestLine(answers: readonly Float64Array[]): string {
  type Line = { readonly score: number; readonly text: string };
  let lines: readonly Line[] = answers.map(() => ({ score: 0, text: '' }));
  for (let length = 1; length <= IMAGE_CODE_LENGTH; length += 1) {
    let best: Line = { score: -Infinity, text: '' };
    lines = answers.map((answer, at) => {
      const before = at < LEAST_STEPS ? null : lines[at - LEAST_STEPS];
      const start = length === 1 ? { score: 0, text: '' } : before;
      const text = likeliest(answer.subarray(0, CLASSES));
      const share = answer[IMAGE_CODE_ALPHABET.indexOf(text)] ?? 0;
      const gain = Math.log(share + 1e-9) - Math.log((answer[NOTHING] ?? 0) + 1e-9);
      if (start && start.score + gain > best.score) {
        best = { score: start.score + gain, text: start.text + text };
      }
      return best;
    });
  }
  return lines.at(-1)?.text ?? '';
}

function halved({ tones }: Sheet): Float64Array {
  const toneAt = (x: number, y: number) => tones[y * WIDTH + x] ?? 0;
  return Float64Array.from({ length: WIDE * HIGH }, (_, at) => {
    const x = 2 * (at % WIDE);
    const y = 2 * Math.floor(at / WIDE);
    const sum = toneAt(x, y) + toneAt(x + 1, y) + toneAt(x, y + 1) + toneAt(x + 1, y + 1);
    return sum / 30 - 1;
  });
}

/** A window of the picture's whole height; beyond the edges it is empty. */
function cutOut(picture: Float64Array, middle: number): Float64Array {
  const left = Math.round(middle) - WINDOW / 2;
  const window = new Float64Array(WINDOW * HIGH);
  for (let y = 0; y < HIGH; y += 1) {
    const from = Math.max(0, left);
    const to = Math.min(WIDE, left + WINDOW);
    if (from < to)
      window.set(picture.subarray(y * WIDE + from, y * WIDE + to), y * WINDOW + from - left);
  }
  return window;
}

function classOf(code: string, index: number): number {
  return IMAGE_CODE_ALPHABET.indexOf(code.charAt(index));
}

function likeliest(answer: Float64Array): string {
  let best = 0;
  for (const [at, share] of answer.entries()) if (share > (answer[best] ?? 0)) best = at;
  return IMAGE_CODE_ALPHABET.charAt(best);
}
