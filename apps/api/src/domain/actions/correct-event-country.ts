import type { Ctx } from '../../context.ts';
import { appendStep } from './record-step.ts';
import { characterToErase } from '../retention/erase-queries.ts';
import { saveCountry, windowsOfRound } from '../events/queries.ts';
import { openCountries, windowOf } from '../projects/event-window.ts';

type Correction = {
  readonly project: string;
  readonly serverId: string;
  readonly cid: string;
  readonly eventId: string;
  readonly country: string;
  readonly because: string;
  /** The person, for the audit log. */
  readonly by: string;
};

/**
 * Gives a character the window of another country in one round, as for somebody whose round a stranger began. @returns `openIn`:
 * this country has no window, these have
 */
export function correctCountry(
  ctx: Pick<Ctx, 'db' | 'clock' | 'randomBytes'>,
  { by, because, eventId, country, ...character }: Correction,
): Promise<
  'done' | 'no_such_character' | 'no_such_event' | { readonly openIn: readonly string[] }
> {
  const { project } = character;
  return ctx.db.transaction(async (tx) => {
    const player = await tx.maybe(characterToErase, character);
    if (player === null) return 'no_such_character';
    const { windows } = (await tx.maybe(windowsOfRound, { project, eventId })) ?? { windows: null };
    if (windows === null) return 'no_such_event';
    if (windowOf(windows, country) === null) return { openIn: openCountries(windows) ?? [] };
    const { id: playerId } = player;
    const at = ctx.clock.now();
    const { was } = await tx.one(saveCountry, { playerId, eventId, country, at });
    await appendStep(ctx, tx, {
      who: { id: null, name: `command line (${by})` },
      from: { address: '', agent: 'npm run event-country', requestId: '' },
      verb: 'correct_event_country',
      permission: null,
      subject: { kind: 'player', id: String(playerId), project, playerId },
      because,
      detail: { event: eventId, country, was },
    });
    return 'done';
  });
}
