/** Event of the shop's start. A type only: the boot script shares no module with the shop. */
export type Mounted = 'webpay:mounted';
const MOUNTED: Mounted = 'webpay:mounted';

/**
 * Replays input made before hydration: typed text, every press of toggle buttons and the last of
 * all others. Links work by themselves.
 */
export function replayEarlyInput(doc: Document): void {
  let pressedButtons: HTMLButtonElement[] = [];
  const press = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) pressedButtons = [...pressedButtons.filter(isToggle), button];
  };
  const replay = async () => {
    doc.removeEventListener('click', press, true);
    restoreFirstTyped(doc);
    for (const input of doc.querySelectorAll('input')) {
      if (input.value !== input.defaultValue) dispatchInput(input);
    }
    for (const button of pressedButtons) {
      if (button.isConnected) button.click();
      // Each press acts on the page that the previous one left.
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  doc.addEventListener('click', press, true);
  doc.addEventListener(MOUNTED, () => void replay(), { once: true });
}

const isToggle = (button: HTMLButtonElement) => button.hasAttribute('aria-pressed');

/** Restores typed text after the first input event, at which React empties the field. */
function restoreFirstTyped(doc: Document): void {
  const restored = new WeakSet<EventTarget>();
  let text = '';
  // React listens between the two: the document captures first and bubbles last.
  const before = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) text = target.value;
  };
  const after = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || restored.has(target)) return;
    restored.add(target);
    if (target.value === text || target.value !== target.defaultValue) return;
    // React watches the field's own property; the prototype's setter leaves it a change to notice.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, text);
    dispatchInput(target);
  };
  doc.addEventListener('input', before, true);
  doc.addEventListener('input', after);
}

function dispatchInput(input: HTMLInputElement): void {
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
