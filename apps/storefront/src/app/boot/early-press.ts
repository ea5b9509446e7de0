/**
 * Dispatched on the document when the shop listens. A type, not a value: the boot script shares no module with the shop,
 * or it would wait for the whole shop before it does anything.
 */
export type Mounted = 'webpay:mounted';
const MOUNTED: Mounted = 'webpay:mounted';

/**
 * The rendered page can be used before its script is there. What was typed into its fields and
 * the buttons pressed are done again once the shop listens: every press of those that choose
 * (three goods on the list are three), and of all others the last. (Links lead on by themselves.)
 */
export function keepEarlyPress(doc: Document): void {
  let pressed: HTMLButtonElement[] = [];
  const press = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) pressed = [...pressed.filter(chooses), button];
  };
  const again = async () => {
    doc.removeEventListener('click', press, true);
    keepFirstTyped(doc);
    for (const input of doc.querySelectorAll('input')) {
      if (input.value !== input.defaultValue) tellTyped(input);
    }
    for (const button of pressed) {
      if (button.isConnected) button.click();
      // Each press answers the page that the one before it has left.
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  doc.addEventListener('click', press, true);
  doc.addEventListener(MOUNTED, () => void again(), { once: true });
}

function chooses(button: HTMLButtonElement): boolean {
  return button.hasAttribute('aria-pressed');
}

/**
 * The first event makes React take a field over, which empties it, whether that is the shop's own
 * or somebody typing while the page is being taken over; a second one is heard.
 */
function keepFirstTyped(doc: Document): void {
  const taken = new WeakSet<EventTarget>();
  let text = '';
  // React listens between the two: the document is heard first on the way down, and last on the way up.
  const before = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) text = target.value;
  };
  const after = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || taken.has(target)) return;
    taken.add(target);
    if (target.value === text || target.value !== target.defaultValue) return;
    // React watches the field's own property: the prototype's leaves it something to notice.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, text);
    tellTyped(target);
  };
  doc.addEventListener('input', before, true);
  doc.addEventListener('input', after);
}

function tellTyped(input: HTMLInputElement): void {
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
