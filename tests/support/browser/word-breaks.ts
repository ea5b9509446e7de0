/**
 * For `page.evaluate`: finds headings and buttons that break inside a word or let one stick out.
 * Words end at spaces and hyphens; scripts without spaces have no words here.
 */
export function findBrokenWords(): string[] {
  const parts = document.querySelectorAll(
    'h1, h2, h3, button, a[data-primary], [role=heading], [role=tab], nav a',
  );
  const range = document.createRange();
  const found = new Set<string>();
  for (const part of parts) {
    if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (part.closest('.sr-only') !== null) continue;
    const nodes = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const text = node.textContent ?? '';
      const owner = node.parentElement;
      if (owner === null || owner.closest('.sr-only, svg') !== null) continue;
      for (const word of text.matchAll(/[^\s\u200b/–—-]+/g)) {
        // An ellipsis in one line hides the rest and breaks nothing.
        if (/[\p{Script=Han}\p{Script=Thai}\p{Script=Hiragana}]/u.test(word[0])) continue;
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0.5);
        const [first] = boxes;
        if (first === undefined) continue;
        const isBroken = boxes.some(({ top }) => Math.abs(top - first.top) > first.height / 2);
        if (isBroken) found.add(`"${word[0]}" breaks in "${text.trim().slice(0, 60)}"`);
      }
    }
  }
  return [...found];
}
