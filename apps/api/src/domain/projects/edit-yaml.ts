import { isMap, isNode, isSeq, parseDocument, type Node, type YAMLSeq } from 'yaml';

/** Edits of a YAML file in place: comments, order, spaces and quotes elsewhere stay, byte for byte. */

/** A value that cannot be written in place; the message says why. */
export class NotWritable extends Error {}

/** A field, or the entry of a list whose field has a value. */
type Step = string | { readonly field: string; readonly is: string };
export type YamlEdit = { readonly path: readonly Step[]; readonly written: string };

/** Replaces values. @throws NotWritable for a value that is not there, or that the file shares */
export function replaceValues(text: string, edits: readonly YamlEdit[]): string {
  const root: unknown = parseDocument(text).contents;
  return edits
    .map(({ path, written }) => {
      const node = path.reduce<unknown>(stepInto, root);
      if (!isNode(node) || !Array.isArray(node.range)) {
        throw notThere(path);
      }
      const [from, to] = node.range;
      const end = from + text.slice(from, to).trimEnd().length;
      if (end === from || ('anchor' in node && node.anchor !== undefined)) throw notThere(path);
      return { from, end, written };
    })
    .toSorted((a, b) => b.from - a.from)
    .reduce(
      (done, { from, end, written }) => done.slice(0, from) + written + done.slice(end),
      text,
    );
}

/**
 * Writes the entries of a list in another order, and leaves out those that are not named. Comments above an entry move with it.
 * @param added further entries, each one line without its indent
 */
export function arrangeEntries(
  text: string,
  { list, field }: { readonly list: string; readonly field: string },
  ids: readonly string[],
  added: readonly string[] = [],
): string {
  const root: unknown = parseDocument(text).contents;
  const seq = isMap(root) ? root.get(list, true) : undefined;
  if (!isSeq<Node>(seq) || seq.flow === true) throw notThere([list]);
  const blocks = blocksOf(text, seq);
  const byId = new Map(
    seq.items.map((item, index) => [isMap(item) ? String(item.get(field)) : '', blocks[index]]),
  );
  const written = ids.map((id) => {
    const block = byId.get(id);
    if (block === undefined) throw notThere([list, { field, is: id }]);
    return text.slice(block.from, block.to);
  });
  const [first] = blocks;
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) throw notThere([list]);
  const indent = /^ */.exec(text.slice(text.lastIndexOf('\n', first.item) + 1))?.[0] ?? '';
  const lines = added.map((line) => `${indent}- ${line}\n`);
  return text.slice(0, first.from) + written.join('') + lines.join('') + text.slice(last.to);
}

type Block = { readonly from: number; readonly to: number; readonly item: number };

/** Whole lines of each entry, with the comments directly above it. */
function blocksOf(text: string, seq: YAMLSeq<Node>): readonly Block[] {
  const lineStart = (at: number): number => text.lastIndexOf('\n', at - 1) + 1;
  const ends = seq.items.map((item) => {
    const [from, to] = item.range ?? [0, 0];
    const end = text.indexOf('\n', from + text.slice(from, to).trimEnd().length);
    if (end < 0) throw new NotWritable('The file has no line end at its end: correct the folder.');
    return end + 1;
  });
  return seq.items.map((item, index) => {
    const at = item.range?.[0] ?? 0;
    // The first entry keeps its comments below the list's name; later ones begin where the one before ends.
    const from = index === 0 ? lineStart(at) : (ends[index - 1] ?? 0);
    return { from, to: ends[index] ?? 0, item: at };
  });
}

function stepInto(node: unknown, step: Step): unknown {
  if (typeof step === 'string') return isMap(node) ? node.get(step, true) : undefined;
  if (!isSeq<Node>(node)) return undefined;
  return node.items.find((each) => isMap(each) && each.get(step.field) === step.is);
}

function notThere(path: readonly Step[]): NotWritable {
  const named = path.map((step) => (typeof step === 'string' ? step : step.is)).join('.');
  return new NotWritable(`${named} cannot be written in place: correct the catalogue folder.`);
}
