import type { Games, GuardedGames, MailAnswer } from './port.ts';
import { callThrough, type Circuits } from '../platform/resilience/circuits.ts';

const NOT_SENT = { kind: 'silent', why: 'not sent: the game did not answer lately' } as const;

/**
 * The games behind their circuits: a silent game gets no calls, a server in maintenance no mails.
 * Other games and servers are unaffected. Notices have circuits of their own: a game without their route still gets mails.
 */
export function guardGames(
  games: Games,
  {
    silence,
    maintenance,
    notices,
  }: { readonly silence: Circuits; readonly maintenance: Circuits; readonly notices: Circuits },
): GuardedGames {
  const guarded = <T extends { readonly kind: string; readonly cause?: string }>(
    gameId: string,
    call: () => Promise<T>,
  ) => callThrough(silence.of(gameId), call, NOT_SENT);
  return {
    findRole: (game, role) => guarded(game.gameId, () => games.findRole(game, role)),
    sendMail: async (game, mail): Promise<MailAnswer> => {
      const server = maintenance.of(`${game.gameId}/${mail.serverId}`);
      if (!server.enter()) return { kind: 'maintenance' };
      const answer = await guarded(game.gameId, () => games.sendMail(game, mail));
      // Silence is no sign of maintenance's end: its probe is tried again.
      if (answer.kind !== 'silent') {
        server.leave(answer.kind === 'maintenance' ? 'failed' : 'answered');
      }
      return answer;
    },
    tellNotice: (game, told) =>
      callThrough(notices.of(game.gameId), () => games.tellNotice(game, told), NOT_SENT),
    mailState: (game, serverId) => {
      const states = [
        silence.of(game.gameId).state(),
        maintenance.of(`${game.gameId}/${serverId}`).state(),
      ];
      if (states.includes('open')) return 'open';
      return states.includes('probe') ? 'probe' : 'closed';
    },
  };
}
