import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '../Button/Button.tsx';

const SHOWN_MS = 2000;

type Props = {
  readonly text: string;
  /** The thing that is copied: "order number". */
  readonly what: string;
  /** With a word instead of the icon alone. */
  readonly children?: string;
  readonly look?: 'primary' | 'plain';
  readonly onCopied?: () => void;
};

/** Copies a text and says so, to screen readers too. */
export function CopyButton({ text, what, children, look = 'plain', onCopied }: Props) {
  const [result, setResult] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (result === null) return undefined;
    const timer = window.setTimeout(() => setResult(null), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [result]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        setResult('copied');
        onCopied?.();
      },
      () => setResult('refused'),
    );
  };
  const icon = result === 'copied' ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />;
  const said =
    result === 'refused'
      ? 'The browser refused to copy'
      : result === 'copied'
        ? `Copied: ${what}`
        : '';
  return (
    <>
      {children === undefined ? (
        <IconButton label={`Copy ${what}`} onClick={copy}>
          {icon}
        </IconButton>
      ) : (
        <Button look={look} icon={icon} onClick={copy}>
          {result === null ? children : result === 'copied' ? 'Copied' : 'Not copied'}
        </Button>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
