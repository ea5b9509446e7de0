import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { SupportSheet } from './SupportSheet.tsx';
import type { SupportFacts } from './support-facts.ts';

/** Opens customer service (F16), in the game or by mail, with the facts this page knows. */
export function SupportButton(props: {
  readonly className: string | undefined;
  readonly children: ReactNode;
  readonly about?: SupportFacts;
}) {
  const [sheet, setSheet] = useState<{ readonly Sheet: typeof SupportSheet } | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  async function open(): Promise<void> {
    setIsOpen(true);
    if (sheet) return;
    // Loaded on demand. A failed load must not break the page of a player who needs help.
    const loaded = await import('./SupportSheet.tsx').catch(() => null);
    if (loaded) setSheet({ Sheet: loaded.SupportSheet });
    else setIsOpen(false);
  }

  return (
    <>
      <button
        type="button"
        className={props.className}
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        {props.children}
      </button>
      {/* Rendered outside the page, so that the button's surroundings do not style the sheet. */}
      {sheet &&
        createPortal(
          <sheet.Sheet open={isOpen} onClose={() => setIsOpen(false)} about={props.about ?? {}} />,
          document.getElementById('root') ?? document.body,
        )}
    </>
  );
}
