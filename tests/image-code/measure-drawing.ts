import { drawImageCode } from '../../apps/api/src/domain/access/image/draw.ts';

export type Drawing = {
  readonly medianMs: number;
  readonly slowestMs: number;
  readonly largestBytes: number;
};

/** Processor time of drawing on a server, after a warm-up. */
export function measureDrawing(codes: readonly string[]): Drawing {
  for (const code of codes) drawImageCode(code);
  const drawn = codes.map((code) => {
    const startedAt = process.cpuUsage();
    const picture = drawImageCode(code);
    return { ms: process.cpuUsage(startedAt).user / 1_000, bytes: picture.length };
  });
  const times = drawn.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    slowestMs: times.at(-1) ?? 0,
    largestBytes: Math.max(...drawn.map(({ bytes }) => bytes)),
  };
}
