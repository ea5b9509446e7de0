import { useState } from 'react';
import { useMe } from '../../api/queries.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { KeyValue } from '../../ui/KeyValue/KeyValue.tsx';
import { type PersonalValue, RevealDialog, type Revealed } from './RevealDialog.tsx';

/** Dots that stand for the first six digits. */
const HIDDEN = 6;

/** Masked values of a character. A reason reveals one for ten minutes; leaving the page hides it. */
export function PersonalCard({
  playerId,
  values,
}: {
  readonly playerId: string;
  readonly values: readonly PersonalValue[];
}) {
  const mayReveal = useMe().permissions.includes('person.reveal');
  const [asked, setAsked] = useState<PersonalValue | null>(null);
  const [shown, setShown] = useState<ReadonlyMap<string, Revealed>>(new Map());
  const hide = (revealed: Revealed): void =>
    setShown((all) => new Map([...all].filter(([, each]) => each !== revealed)));
  const show = (id: string, revealed: Revealed): void => {
    setShown((all) => new Map(all).set(id, revealed));
    // The timer hides only this reveal: the value may be hidden and revealed again meanwhile.
    setTimeout(() => hide(revealed), revealed.shown_for_ms);
  };
  if (values.length === 0) return null;
  return (
    <Card title="Personal data" note="masked until revealed">
      <KeyValue
        facts={values.map((value) => {
          const { payment_id: id, label, masked } = value;
          const revealed = shown.get(id);
          return {
            label,
            value:
              revealed === undefined ? (
                <span className="row">
                  <span className="mono">{masked}</span>
                  {mayReveal && (
                    <Button
                      size="small"
                      aria-label={`Reveal ${label} ${masked}`}
                      onClick={() => setAsked(value)}
                    >
                      Reveal…
                    </Button>
                  )}
                </span>
              ) : (
                <span className="row">
                  <span className="mono" role="status">
                    {revealed.value}
                    {masked.slice(HIDDEN)}
                  </span>
                  <Button size="small" onClick={() => hide(revealed)}>
                    Hide
                  </Button>
                </span>
              ),
          };
        })}
      />
      {asked !== null && (
        <RevealDialog
          playerId={playerId}
          of={asked}
          onRevealed={(value) => {
            show(asked.payment_id, value);
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}
