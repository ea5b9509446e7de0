import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Button } from '../../ui/Button/Button.tsx';
import type { Answer } from './use-answer.ts';

/** Copies the answer for the player in the chosen language. */
export function CopyAnswer({
  answer: { copy, result },
  label,
  look = 'plain',
}: {
  readonly answer: Answer;
  readonly label: string;
  readonly look?: 'primary' | 'plain';
}) {
  return (
    <Button
      look={look}
      size={look === 'primary' ? 'large' : 'small'}
      icon={result === 'copied' ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
      onClick={() => void copy()}
    >
      {result === null ? label : COPY_RESULTS[result]}
    </Button>
  );
}

export const COPY_RESULTS = { copied: 'Copied', refused: 'Not copied' } as const;
