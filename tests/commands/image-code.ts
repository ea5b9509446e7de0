import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newImageCode } from '../../apps/api/src/domain/access/image/code.ts';
import { drawImageCode } from '../../apps/api/src/domain/access/image/draw.ts';
import { attackPictures } from '../image-code/attack-pictures.ts';
import { drawPlain } from '../image-code/plain.ts';
import { measureDrawing } from '../image-code/measure-drawing.ts';
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
const PLAIN_PICTURES = 50;
/** Share of plainly drawn codes that the best way must read, as a check of the reader. */
const OF_PLAIN = 0.5;

/**
 * Lets tesseract read image codes as an attacker would: after every usual preparation, in every suitable page mode,
 * restricted to the alphabet. Plainly drawn codes prove that it can read the characters.
 *
 *     npm run image-code                       # 200 pictures; writes docs/image-code.md
 *     npm run image-code -- --pictures 1000    # 200 or more are recorded
 *
 * Exit code 1 when any way, or their vote, reads 5 % or more, or when plain codes are not read.
 */
try {
  const given = readOptions(['pictures']);
  const count = readCount('pictures', given.pictures, DEFAULT_PICTURES);
  const program = await findTesseract();
  const codes = Array.from({ length: count }, newImageCode);
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-image-code-'));
  try {
    const drawn = await attackPictures(codes, drawImage, path.join(folder, 'drawn'));
    const plain = await attackPictures(
      codes.slice(0, PLAIN_PICTURES),
      drawPlain,
      path.join(folder, 'plain'),
    );
    const text = reportOf({ program, count, drawn, plain, drawing: measureDrawing(codes) });
    console.log(text);
    if (count >= DEFAULT_PICTURES) {
      const page = path.join(import.meta.dirname, '../../docs/image-code.md');
      await writeFile(page, pageOf(text, `npm run image-code -- --pictures ${count}`));
    }
    const isProven = Math.max(drawn.best, drawn.vote) < TOO_OFTEN && plain.best >= OF_PLAIN;
    console.log(isProven ? 'Not read by tesseract.' : 'NOT PROVEN: see the table.');
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
