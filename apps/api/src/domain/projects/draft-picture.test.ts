import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPicture, whyNoPicture } from './draft-picture.ts';

const CATALOGUE = path.join(import.meta.dirname, '../../../../../catalogue');
const icon = readFileSync(path.join(CATALOGUE, 'miniflix/art/icon.webp'));
const app = readFileSync(path.join(CATALOGUE, 'miniflix/art/app-192.png'));
const data = (bytes: Buffer, type = 'webp') =>
  `data:image/${type};base64,${bytes.toString('base64')}`;
const changed = (bytes: Buffer, at: number, by: readonly number[]) => {
  const copy = Buffer.from(bytes);
  Buffer.from(by).copy(copy, at);
  return copy;
};

describe('a picture of a draft', () => {
  it('is any picture that the catalogue has', () => {
    const files = globSync('*/art/*.{webp,png}', { cwd: CATALOGUE });
    expect(files.length).toBeGreaterThan(200);
    for (const file of files) {
      const bytes = readFileSync(path.join(CATALOGUE, file));
      const type = file.endsWith('.png') ? 'png' : 'webp';
      const why = whyNoPicture(`art/${path.basename(file)}`, data(bytes, type));
      expect(why, file).toBeNull();
    }
  });

  it.each([
    ['a text', 'name: x', 'is no picture of type webp'],
    ['another type than its name', data(app, 'png'), 'is no picture of type webp'],
    ['a drawing, which may have scripts', 'data:image/svg+xml;base64,PHN2Zz4=', 'is no picture'],
    ['a PNG that says it is a WebP', data(app), 'has no whole webp inside'],
    ['a page behind the picture', data(Buffer.concat([icon, Buffer.from('<html>')])), 'behind it'],
    ['a cut end', data(icon.subarray(0, -2)), 'has no whole webp inside'],
    ['too few bytes', data(icon.subarray(0, 12)), 'has no whole webp inside'],
    ['other base64 of the same bytes', data(icon.subarray(0, 31)).replace(/.==$/, 'B=='), 'is not'],
  ])('is not %s', (_, content, why) => {
    expect(whyNoPicture('art/icon.webp', content)).toContain(why);
  });

  it('has at most 2,048 pixels a side', () => {
    const huge = changed(app, 16, [0, 0, 0x10, 0]);
    expect(whyNoPicture('art/app.png', data(huge, 'png'))).toContain('has 4096 × 192 pixels');
    const none = changed(app, 20, [0, 0, 0, 0]);
    expect(whyNoPicture('art/app.png', data(none, 'png'))).toContain('has 192 × 0 pixels');
  });

  it('has no notes, and does not move', () => {
    const iend = app.subarray(-12);
    const withChunk = (name: string) => {
      const chunk = Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from(`${name}x....`)]);
      return data(Buffer.concat([app.subarray(0, -12), chunk, iend]), 'png');
    };
    expect(whyNoPicture('art/app.png', withChunk('eXIf'))).toContain('has notes inside');
    expect(whyNoPicture('art/app.png', withChunk('acTL'))).toContain('is an animation');
    expect(whyNoPicture('art/app.png', withChunk('pHYs'))).toBeNull();
  });

  it('is read back byte for byte; a file of YAML is none', () => {
    expect(readPicture(data(icon))).toEqual({ type: 'image/webp', bytes: icon });
    expect(readPicture('code: miniflix\n')).toBeNull();
  });
});
