import { createHash, randomUUID, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Files of archived months. Writer and reader hold a batch in memory, never a month. */

/** Hashes what passes. */
async function* hashed(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Facts of a file: its lines and their hash, bytes and hash of the file as it is kept. */
export type FileFacts = {
  readonly lines: number;
  readonly contentSha256: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** Reads a whole file. @throws Error when it is missing, cut, or no gzip */
export async function readFacts(file: string): Promise<FileFacts> {
  const [kept, content] = [createHash('sha256'), createHash('sha256')];
  let lines = 0;
  const source = hashed(createReadStream(file), kept);
  await pipeline(Readable.from(source), createGunzip(), async (text: AsyncIterable<Buffer>) => {
    for await (const chunk of text) {
      content.update(chunk);
      for (const byte of chunk) if (byte === 10) lines += 1;
    }
  });
  const { size } = await stat(file);
  return {
    lines,
    contentSha256: content.digest('hex'),
    bytes: size,
    sha256: kept.digest('hex'),
  };
}

/** Lines of a file that hold a text, with the file's hash: whoever reads them compares it. @throws Error as `readFacts` does */
export async function findLines(
  file: string,
  text: string,
): Promise<{ readonly lines: readonly string[]; readonly sha256: string }> {
  const kept = createHash('sha256');
  const lines: string[] = [];
  const source = Readable.from(hashed(createReadStream(file), kept));
  await pipeline(
    source,
    createGunzip().setEncoding('utf8'),
    async (plain: AsyncIterable<string>) => {
      let rest = '';
      for await (const chunk of plain) {
        const whole = `${rest}${chunk}`.split('\n');
        rest = whole.pop() ?? '';
        lines.push(...whole.filter((line) => line.includes(text)));
      }
    },
  );
  return { lines, sha256: kept.digest('hex') };
}

/**
 * Writes lines to a part of its own beside `file`, compressed and on the disk; the file itself appears by `publish`.
 * @returns the part's path; a part that could not be written whole is removed
 */
export async function writePart(file: string, batches: AsyncIterable<string>): Promise<string> {
  return written(file, (part) =>
    pipeline(
      Readable.from(batches, { objectMode: true, highWaterMark: 1 }),
      createGzip({ level: 6 }),
      part,
    ),
  );
}

/** Gives a written part its name, for good: the folder is on the disk, too. */
export async function publish(part: string, file: string): Promise<void> {
  await rename(part, file);
  await syncFolder(path.dirname(file));
}

/** Writes a small file through a part, as `writePart` and `publish` do. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const part = await written(file, (stream) => pipeline(Readable.from([text]), stream));
  await publish(part, file);
}

/** No other program writes to the part, and no link is followed: its name is new. */
async function written(file: string, write: (part: WriteStream) => Promise<void>) {
  const part = `${file}.${randomUUID()}.part`;
  try {
    await write(createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return part;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
