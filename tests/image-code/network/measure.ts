import * as v from 'valibot';
import { newImageCode } from '../../../apps/api/src/domain/access/image/code.ts';
import type { Sheet } from '../../../apps/api/src/domain/access/image/draw.ts';
import type { Reader } from './readers.ts';

/** Shares from 0 to 1 of pictures that the network had not seen. */
export const LEARNT = v.object({
  name: v.string(),
  /** Pictures that it learnt from. */
  pictures: v.number(),
  characters: v.number(),
  codes: v.number(),
});

export type Learnt = Readonly<v.InferOutput<typeof LEARNT>>;

/** Trains a reader for some minutes of one processor, on new pictures all the time, and lets it read others. */
export function measureReader(
  reader: Reader,
  draw: (code: string) => Sheet,
  minutes: number,
  codes: readonly string[],
): Learnt {
  const pictures = train(reader, draw, minutes * 60_000);
  return { name: reader.name, pictures, ...examine(reader, draw, codes) };
}

/** @returns the number of pictures learnt */
function train(reader: Reader, draw: (code: string) => Sheet, ms: number): number {
  const startedAt = cpuMs();
  let pictures = 0;
  while (cpuMs() - startedAt < ms) {
    const code = newImageCode();
    reader.learn(draw(code), code);
    pictures += 1;
  }
  return pictures;
}

/** Processor time of this thread: a busy machine must not make a network look weak. */
function cpuMs(): number {
  return process.threadCpuUsage().user / 1_000;
}

function examine(
  reader: Reader,
  draw: (code: string) => Sheet,
  codes: readonly string[],
): { readonly characters: number; readonly codes: number } {
  let [characters, whole] = [0, 0];
  for (const code of codes) {
    const read = reader.read(draw(code));
    characters += Array.from(code).filter((each, at) => each === read.charAt(at)).length;
    if (read === code) whole += 1;
  }
  return { characters: characters / codes.join('').length, codes: whole / codes.length };
}
