import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Behaviour } from '@webpay/contract/console/simulate';
import { openStep } from '../../features/step/open-step.ts';
import { Button } from '../../ui/Button/Button.tsx';

/** Opens the step that publishes the changed numbers, with the players that were simulated. */
export function PublishRules({
  file: { project, id, title, version },
  values,
  players,
  complaint,
}: {
  readonly file: ConsoleResult<'event'>;
  readonly values: ReadonlyMap<string, number>;
  readonly players: Behaviour;
  /** Why the numbers cannot be published; null: they can. */
  readonly complaint: string | null;
}) {
  const { size } = values;
  const said =
    version === null
      ? 'No version of this catalogue is kept yet: run npm run catalogue -- import once.'
      : (complaint ?? `${size} ${size === 1 ? 'number is' : 'numbers are'} changed.`);
  return (
    <div className="row">
      <span className="grow" role="status">
        {said}
      </span>
      <Button
        look="primary"
        disabled={size === 0 || complaint !== null || version === null}
        onClick={() => {
          if (version === null) return;
          const seed = { kind: 'change_event', project: project.code, event_id: id } as const;
          const changed = [...values].map(([key, value]) => ({ key, value }));
          openStep({
            seed: { ...seed, seen: version, values: changed, players },
            about: `${title}, ${project.name}`,
            currency: null,
          });
        }}
      >
        Review and publish…
      </Button>
    </div>
  );
}
