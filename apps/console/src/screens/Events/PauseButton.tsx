import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useMe } from '../../api/queries.ts';
import { openStep } from '../../features/step/open-step.ts';
import { Button } from '../../ui/Button/Button.tsx';

/** Pauses a running event, or resumes a paused one. */
export function PauseButton({
  file: { project, id, title, round, paused_at: pausedAt },
}: {
  readonly file: ConsoleResult<'event'>;
}) {
  const maySwitch = useMe().permissions.includes('service.switch');
  if (!maySwitch || round.state !== 'running') return null;
  const kind = pausedAt === null ? 'pause_event' : 'resume_event';
  return (
    <Button
      icon={pausedAt === null ? <IconPlayerPause aria-hidden /> : <IconPlayerPlay aria-hidden />}
      onClick={() =>
        openStep({
          seed: { kind, project: project.code, event_id: id },
          about: `${title}, ${project.name}`,
          currency: null,
        })
      }
    >
      {pausedAt === null ? 'Pause…' : 'Resume…'}
    </Button>
  );
}
