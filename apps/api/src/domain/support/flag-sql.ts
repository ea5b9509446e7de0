import { statement } from '../../platform/db/statement.ts';

/** A flag of an operator's own; one that stands is not set twice. */
export const flagByHand = statement({
  name: 'resolutions.flag_by_hand',
  text: `with flag as (
      insert into player_flags (player_id, why, because, at) values (:playerId, 'operator', :because, :now)
      on conflict (player_id, project) where why = 'operator' and cleared_at is null do nothing
      returning player_id
    )
    update players p set flagged_at = coalesce(p.flagged_at, :now) from flag where p.id = flag.player_id`,
  params: { playerId: 'int8', because: 'text', now: 'timestamptz' },
});
