import type { Queries } from '../../platform/db/pool.ts';
import { notesThatName, reasonsThatName } from './person-queries.ts';
import { inOneLine } from './words.ts';

/** Texts that one statement looks through, and the most statements for one kind of text. */
const AT_ONCE = 2_000;
const MAX_BATCHES = 100;
const MAX_SHOWN = 20;
/** A shorter name is part of too many words: only the ID is looked for. */
const SHORTEST_NAME = 3;

/**
 * Notes and reasons about others that name a character, in sentences: an erasure leaves them, so its two people read them
 * first. Texts about the character itself are erased with it.
 */
export async function findMentions(
  db: Queries,
  {
    name,
    ...of
  }: {
    readonly playerId: number;
    readonly project: string;
    readonly name: string;
    readonly cid: string;
  },
): Promise<readonly string[]> {
  const words = { ...of, name: name.length < SHORTEST_NAME ? of.cid : name };
  const found: (string | null)[] = [];
  let isWhole = true;
  for (const texts of [notesThatName, reasonsThatName]) {
    let afterId: string | null = '';
    for (let batch = 0; afterId !== null && batch < MAX_BATCHES; batch += 1) {
      const read: Read = await db.one(texts, { ...words, afterId, limit: AT_ONCE });
      found.push(...read.found.map(sentenceOf));
      afterId = read.count < AT_ONCE ? null : read.last;
    }
    isWhole &&= afterId === null;
  }
  const shown = [...new Set(found.filter((each) => each !== null))];
  const more = shown.length - MAX_SHOWN;
  const elsewhere = found.filter((each) => each === null).length;
  return [
    ...shown.slice(0, MAX_SHOWN),
    ...(more > 0 ? [`${more} further notes and reasons name it, and stay.`] : []),
    ...(elsewhere > 0
      ? [`Notes and reasons outside of its project that name it, and stay: ${elsewhere}.`]
      : []),
    ...(isWhole ? [] : ['There are more notes and reasons than were looked through.']),
  ];
}

type Mention = {
  readonly about: string;
  readonly by: string | null;
  readonly text: string | null;
};
type Read = {
  readonly last: string | null;
  readonly count: number;
  readonly found: readonly Mention[];
};

/** @returns null: operators of another project alone read it */
function sentenceOf({ about, by, text }: Mention): string | null {
  if (text === null) return null;
  const what = by === null ? 'A reason' : `A note of ${by}`;
  return `${what} about ${about} names it, and stays: “${inOneLine(text)}”.`;
}
