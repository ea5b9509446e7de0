import { Button } from '../Button/Button.tsx';
import { Note } from '../Note/Note.tsx';
import { clockText } from '../Time/time-text.ts';

/** A read that failed. Data of an earlier read stays below it. */
export function ErrorState({
  title,
  error,
  shownSince,
  onAgain,
}: {
  /** "The list could not be read." */
  readonly title: string;
  readonly error: Error;
  /** Time of the data below; null: there is none. */
  readonly shownSince?: number | null;
  readonly onAgain: () => void;
}) {
  return (
    <Note tone="red" role="alert">
      <div className="row">
        <p className="grow">
          <strong className="strong">{title}</strong> {error.message}
          {shownSince ? ` The data below is of ${clockText(shownSince)} UTC.` : ''}
        </p>
        <Button size="small" onClick={onAgain}>
          Again
        </Button>
      </div>
      {requestIdOf(error) !== null && (
        <p className="muted small">
          Request <span className="mono">{requestIdOf(error)}</span>
        </p>
      )}
    </Note>
  );
}

function requestIdOf(error: Error): string | null {
  return 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : null;
}
