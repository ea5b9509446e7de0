import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { newImageCode } from '../../apps/api/src/domain/access/image/code.ts';
import { drawImageCode } from '../../apps/api/src/domain/access/image/draw.ts';
import { attackPictures } from '../image-code/attack-pictures.ts';
import { drawPlain } from '../image-code/plain.ts';
import { measureDrawing } from '../image-code/measure-drawing.ts';
import { LEARNT, type Learnt } from '../image-code/network/measure.ts';
import { pageOf, reportOf } from '../image-code/report.ts';
import { findTesseract } from '../image-code/tesseract.ts';
import {
  exitWithMessage,
  readCount,
  readOptions,
} from '../../apps/api/src/operator/command-line.ts';

const DEFAULT_PICTURES = 200;
/** Limit for the share of images that one way of reading, or their vote, gets right. */
const TOO_OFTEN = 0.05;
/** Limit for the share of images that a small trained network gets right. */
const LEARNT_TOO_OFTEN = 0.3;
const DEFAULT_MINUTES = 2;
const PLAIN_PICTURES = 50;
/** Share of plainly drawn codes that the best way and a network must read, as a check of the readers. */
const OF_PLAIN = 0.5;

/**
 * Lets tesseract read image codes as an attacker would: after every usual preparation, in every suitable page mode,
 * restricted to the alphabet. Then small networks learn to read them. Plainly drawn codes prove that both can read the
 * characters.
 *
 *     npm run image-code                       # 200 pictures; writes docs/image-code.md
 *     npm run image-code -- --pictures 1000    # 200 or more are recorded
 *     npm run image-code -- --minutes 30       # of one processor, for each of three networks
 *
 * Exit code 1 when any way of tesseract, or their vote, reads 5 % or more, when a network reads 30 % or more, or
 * when plain codes are not read.
 */
try {
  const given = readOptions(['pictures', 'minutes']);
  const count = readCount('pictures', given.pictures, DEFAULT_PICTURES);
  const minutes = readCount('minutes', given.minutes, DEFAULT_MINUTES);
  const program = await findTesseract();
  const codes = Array.from({ length: count }, newImageCode);
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-image-code-'));
  try {
    const learning = readByNetworks(codes, minutes);
    const drawn = await attackPictures(codes, drawImage, path.join(folder, 'drawn'));
    const plain = await attackPictures(
      codes.slice(0, PLAIN_PICTURES),
      drawPlain,
      path.join(folder, 'plain'),
    );
    const learnt = await learning;
    const drawing = measureDrawing(codes);
    const text = reportOf({ program, count, drawn, plain, drawing, learnt, minutes });
    console.log(text);
    if (count >= DEFAULT_PICTURES) {
      const options = `--pictures ${count} --minutes ${minutes}`;
      const page = path.join(import.meta.dirname, '../../docs/image-code.md');
      await writeFile(page, pageOf(text, `npm run image-code -- ${options}`));
    }
    const isProven =
      Math.max(drawn.best, drawn.vote) < TOO_OFTEN &&
      plain.best >= OF_PLAIN &&
      learnt.plain.codes >= OF_PLAIN &&
      learnt.drawn.every(({ codes: share }) => share < LEARNT_TOO_OFTEN);
    console.log(isProven ? 'Read by neither.' : 'NOT PROVEN: see the tables.');
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
} catch (error) {
  exitWithMessage(error);
}

function drawImage(code: string): Buffer {
  return Buffer.from(drawImageCode(code).replace(/^.*,/, ''), 'base64');
}

/** Trains all networks at once, each in a thread. Plain codes are easy, so their network gets an eighth of the time. */
async function readByNetworks(
  codes: readonly string[],
  minutes: number,
): Promise<{ readonly drawn: readonly Learnt[]; readonly plain: Learnt }> {
  const [plain, ...drawn] = await Promise.all([
    learn('plain', minutes / 8, codes),
    learn('cells', minutes, codes),
    learn('windows', minutes, codes),
    learn('whole', minutes, codes),
  ]);
  return { drawn, plain };
}

async function learn(task: string, minutes: number, codes: readonly string[]): Promise<Learnt> {
  const thread = new Worker(new URL('../image-code/network/learn.ts', import.meta.url), {
    workerData: { task, minutes, codes },
  });
  const messages: unknown[] = await once(thread, 'message');
  const learnt = v.parse(LEARNT, messages[0]);
  console.log(`${learnt.name}: ${(learnt.codes * 100).toFixed(1)} % of codes (${task})`);
  return learnt;
}
