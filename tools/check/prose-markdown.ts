/** A heading, a paragraph or a list item. */
export type Block = { readonly line: number; readonly text: string };

export type Sentence = { readonly line: number; readonly words: number; readonly text: string };

const STARTS_BLOCK = /^\s*(#{1,6}\s|[-*+]\s|\d+[.)]\s|>\s?)/;

/** Sentences of a Markdown page; tables, code blocks and HTML are left out. Inline code counts as one word. */
export function sentencesOf(page: string): Sentence[] {
  return blocksOf(page).flatMap(({ line, text }) => {
    const plain = plainOf(text);
    return plain
      .split(/(?<=[.!?]["”’')*_]*)\s+(?=\S)/)
      .map((sentence) => ({ line, words: wordsOf(sentence), text: sentence }));
  });
}

function wordsOf(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function plainOf(text: string): string {
  return text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\b(e\.g|i\.e|etc|vs|cf)\./g, '$1')
    .replaceAll(/<[^>]*>/g, '')
    .trim();
}

function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let isInCode = false;
  let isOpen = false;
  for (const [index, line] of page.split('\n').entries()) {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) isInCode = !isInCode;
    if (isFence || isInCode || line.trim() === '' || /^\s*(\||<!--)/.test(line)) {
      isOpen = false;
      continue;
    }
    const last = blocks.at(-1);
    if (isOpen && last !== undefined && !STARTS_BLOCK.test(line)) {
      blocks[blocks.length - 1] = { ...last, text: `${last.text} ${line.trim()}` };
    } else blocks.push({ line: index + 1, text: line.replace(STARTS_BLOCK, '').trim() });
    isOpen = !/^\s*#{1,6}\s/.test(line);
  }
  return blocks;
}

/** Lines over a number of characters, without code blocks and tables: a row cannot be broken. */
export function longLinesOf(page: string, most: number): { line: number; text: string }[] {
  let isInCode = false;
  return page.split('\n').flatMap((text, index) => {
    if (/^\s*(```|~~~)/.test(text)) isInCode = !isInCode;
    return !isInCode && !text.startsWith('|') && text.length > most
      ? [{ line: index + 1, text }]
      : [];
  });
}
