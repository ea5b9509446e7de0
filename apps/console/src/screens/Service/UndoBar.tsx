import { useEffect } from 'react';
import { Button } from '../../ui/Button/Button.tsx';
import { useKeys } from '../../ui/Keys/keys.ts';
import { Key } from '../../ui/Keys/Keys.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import styles from './Service.module.css';
import type { Switches } from './use-switches.ts';

/** Tells the effect of the last switch, with its undo for ten seconds. */
export function UndoBar({ switches }: { readonly switches: Switches }) {
  const { said, refusal, undo, undoUntil, isBusy, press, forgetUndo } = switches;
  useEffect(() => {
    if (undo === null) return undefined;
    const timer = window.setTimeout(forgetUndo, Math.max(0, undoUntil - Date.now()));
    return () => window.clearTimeout(timer);
  }, [undo, undoUntil, forgetUndo]);
  const takeBack = (): void => {
    if (undo !== null) void press(undo, null);
  };
  useKeys('Service', undo === null ? [] : [{ key: 'u', label: 'Undo', run: takeBack }]);
  if (refusal !== null) {
    return (
      <div className={styles['undo']}>
        <Note tone="red" role="alert">
          {refusal}
        </Note>
      </div>
    );
  }
  if (said === null) return null;
  return (
    <div className={styles['undo']}>
      <Note tone="green" role="status">
        <div className="row">
          <span className="grow">{said}</span>
          {undo !== null && (
            <Button size="small" isBusy={isBusy} onClick={takeBack}>
              Undo
              <Key name="u" />
            </Button>
          )}
        </div>
      </Note>
    </div>
  );
}
