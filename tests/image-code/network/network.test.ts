import { describe, expect, it } from 'vitest';
import { drawLine, newCanvas, WIDTH } from '../../../apps/api/src/domain/access/image/canvas.ts';
import { glyph } from '../../../apps/api/src/domain/access/image/glyphs.ts';
import { seeded } from '../../chaos/seeded.ts';
import { newNetwork } from './network.ts';

const SIDE = 20;
const SHAPES = ['L', 'T', 'U'];

/** A small plain character, not quite in the middle. */
function easyPicture(character: string, random: () => number): Float64Array {
  const canvas = newCanvas();
  const [left, top] = [3 + 2 * random(), 1 + 2 * random()];
  for (const stroke of glyph(character)) {
    drawLine(
      canvas,
      stroke.map(({ x, y }) => ({ x: left + x, y: top + y })),
      () => 1.2,
    );
  }
  return Float64Array.from(
    { length: SIDE * SIDE },
    (_, at) => canvas[Math.floor(at / SIDE) * WIDTH + (at % SIDE)] ?? 0,
  );
}

describe('the network that measures image codes (14.12)', () => {
  it('learns to read easy pictures', () => {
    const chance = seeded(1);
    const random = () => chance.between(0, 1);
    const network = newNetwork(
      { height: SIDE, width: SIDE },
      { questions: 1, classes: SHAPES.length },
      random,
    );
    const pick = () => chance.int(SHAPES.length);
    for (let picture = 0; picture < 960; picture += 1) {
      const shape = pick();
      network.learn(easyPicture(SHAPES[shape] ?? '', random), [shape]);
    }
    for (let picture = 0; picture < 50; picture += 1) {
      const shape = pick();
      const shares = [...network.answer(easyPicture(SHAPES[shape] ?? '', random))];
      expect(shares.indexOf(Math.max(...shares))).toBe(shape);
    }
  });
});
