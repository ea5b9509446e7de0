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
/** Of the pictures that any one way of reading, or the vote of all, may get right: fewer than this. */
const TOO_OFTEN = 0.05;
const PLAIN_PICTURES = 50;
/** Of the same characters, plainly drawn, that the best way of reading must get right: else it proves nothing. */
const OF_PLAIN = 0.5;

/**
 * Lets tesseract read pictures of image codes as an attacker would: each after every usual preparation and in every
 * page mode that suits, told the alphabet. The same characters drawn plainly show that it can read them.
 *
 *     npm run image-code                       # 200 pictures; writes docs/image-code.md
 *     npm run image-code -- --pictures 1000    # so many; 200 or more are written
 *
 * Ends with 1 when a way of reading, or the vote of all, is right for 5 % or more, or plain pictures are not read.
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
