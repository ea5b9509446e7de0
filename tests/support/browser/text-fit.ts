/** For `page.evaluate`: finds page overflow and texts that are cut off or overlap. */
export function findTextFaults(): string[] {
  const page = document.documentElement;
  const found = new Set<string>();
  if (page.scrollWidth > page.clientWidth) {
    const wide = [...document.querySelectorAll('body *')].filter((each) => {
      const { right, width } = each.getBoundingClientRect();
      return width > 0 && right > page.clientWidth + 0.5;
    });
    const names = wide.slice(-3).map((each) => `${each.tagName} ${each.className}`);
    found.add(`the page is ${page.scrollWidth} px wide: ${names.join(', ')}`);
  }

  type Box = { left: number; right: number; top: number; bottom: number };
  type Text = { words: string; owner: Element; layer: Element; lines: Box[] };
  const texts: Text[] = [];
  const boxOf = ({ left, right, top, bottom }: DOMRect): Box => ({ left, right, top, bottom });

  // Cached, because many texts share their boxes.
  type Frame = {
    box: DOMRect;
    overflowX: string;
    overflowY: string;
    position: string;
    textOverflow: string;
    clipPath: string;
  };
  const frames = new Map<Element, Frame>();
  const frameOf = (each: Element): Frame => {
    const known = frames.get(each);
    if (known) return known;
    const { overflowX, overflowY, position, textOverflow, clipPath } = getComputedStyle(each);
    const frame = {
      box: each.getBoundingClientRect(),
      overflowX,
      overflowY,
      position,
      textOverflow,
      clipPath,
    };
    frames.set(each, frame);
    return frame;
  };

  /** The visible part of a line, or null when it is scrolled out of view. */
  function look(owner: Element, words: string, line: Box): Box | null {
    const seen = { ...line };
    let cutsX = true;
    let cutsY = true;
    for (let each: Element | null = owner; each && each !== page; each = each.parentElement) {
      const { box, overflowX, overflowY, position, textOverflow, clipPath } = frameOf(each);
      // A heading without room is heard, not seen.
      if (clipPath === 'inset(50%)') return null;
      // The height of an inline box follows its font, not its line.
      const height = line.bottom - line.top;
      if (overflowX !== 'visible' && cutsX) {
        if (overflowX === 'auto' || overflowX === 'scroll') cutsX = false;
        // An ellipsis is intended where a tip has the whole text.
        else if (textOverflow === 'ellipsis' && each.closest('[title]') !== null) cutsX = false;
        else if (line.left < box.left - 1 || line.right > box.right + 1) {
          found.add(`"${words}" is cut off at the side (${each.tagName} ${each.className})`);
        }
        seen.left = Math.max(seen.left, box.left);
        seen.right = Math.min(seen.right, box.right);
      }
      if (overflowY !== 'visible' && cutsY) {
        if (overflowY === 'auto' || overflowY === 'scroll') cutsY = false;
        // A line that drops out whole is intended where a tip has it.
        else if (line.top >= box.bottom - 1 && each.closest('[title]') !== null) return null;
        else if (line.bottom > box.bottom + height * 0.35 || line.top < box.top - height * 0.35) {
          found.add(`"${words}" is cut off below or above (${each.tagName} ${each.className})`);
        }
        seen.top = Math.max(seen.top, box.top);
        seen.bottom = Math.min(seen.bottom, box.bottom);
      }
      if (position === 'fixed') break;
    }
    if (cutsX && (line.right > page.clientWidth + 1 || line.left < -1)) {
      found.add(`"${words}" sticks out of the page`);
    }
    return seen.right - seen.left > 1 && seen.bottom - seen.top > 1 ? seen : null;
  }

  const layerOf = (owner: Element): Element => {
    for (let each: Element | null = owner; each; each = each.parentElement) {
      const { position } = frameOf(each);
      if (position === 'fixed' || position === 'sticky' || each.tagName === 'DIALOG') return each;
    }
    return page;
  };

  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const owner = node.parentElement;
    const words = (node.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60);
    if (!owner || words === '' || owner.closest('script, style, noscript, .sr-only, svg')) continue;
    if (!owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()]
      .filter(({ width, height }) => width > 1 && height > 1)
      .map(boxOf);
    const button = owner.closest('button, a, [role="option"], [role="radio"], input');
    const box = button?.getBoundingClientRect();
    const seen: Box[] = [];
    for (const line of lines) {
      if (box && button && getComputedStyle(button).display !== 'inline') {
        const height = line.bottom - line.top;
        const isCut =
          frameOf(owner).textOverflow === 'ellipsis' && owner.closest('[title]') !== null;
        const spillsX = !isCut && (line.left < box.left - 1 || line.right > box.right + 1);
        const spillsY =
          line.bottom > box.bottom + height * 0.25 || line.top < box.top - height * 0.25;
        if (spillsX || spillsY) found.add(`"${words}" spills out of its button`);
      }
      const rest = look(owner, words, line);
      if (rest) seen.push(rest);
    }
    texts.push({ words, owner, layer: layerOf(owner), lines: seen });
  }

  for (const [index, one] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      if (one.layer !== other.layer || one.owner === other.owner) continue;
      if (one.owner.contains(other.owner) || other.owner.contains(one.owner)) continue;
      const isOver = one.lines.some((a) =>
        other.lines.some((b) => {
          const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          return width > 3 && height > 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top);
        }),
      );
      if (isOver) found.add(`"${one.words}" and "${other.words}" lie over each other`);
    }
  }
  return [...found];
}
