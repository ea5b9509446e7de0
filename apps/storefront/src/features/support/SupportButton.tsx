import { type ComponentType, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { SupportSheetProps } from './SupportSheet.tsx';
import type { SupportFacts } from './support-facts.ts';

type Sheet = ComponentType<SupportSheetProps>;

/** Opens customer service (F16): in the game or by mail, with all facts this page knows. */
export function SupportButton(props: {
  readonly className: string | undefined;
  readonly children: ReactNode;
  readonly about?: SupportFacts;
}) {
  const [sheet, setSheet] = useState<{ readonly Sheet: Sheet } | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  async function open(): Promise<void> {
    setIsOpen(true);
    if (sheet) return;
    // Rarely wanted, so it comes when it is; whoever asks for help must not meet a broken page.
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
      {/* Beside the page, not in it: what holds the button would dress the sheet, too. */}
      {sheet &&
        createPortal(
          <sheet.Sheet open={isOpen} onClose={() => setIsOpen(false)} about={props.about ?? {}} />,
          document.getElementById('root') ?? document.body,
        )}
    </>
  );
}
