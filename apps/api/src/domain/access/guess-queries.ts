import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/** Ignores a count that has expired, and one from the future, left by a clock that was moved back. */
const IS_STALE = `(g.forget_at <= :now or g.last_at > :now::timestamptz + interval '5 minutes')`;
const IS_RESTED = `g.last_at < :now::timestamptz - interval '1 hour'`;
const WRONG = `case when ${IS_STALE} then 1 else g.wrong + 1 end`;
/** Allows the next guess at once: the present time would refuse a concurrent guess that read its clock earlier. */
const AT_ONCE = `to_timestamp(0)`;
/** After the free guesses, each wrong guess doubles the wait. 2^30 seconds exceed every longest wait. */
const nextAfter = (wrong: string) => `case when ${wrong} < :freeBeforeWait::int4 then ${AT_ONCE}
        else :now::timestamptz + make_interval(secs => least(:longestSeconds::float8,
          :firstSeconds::float8 * 2 ^ least(${wrong} - :freeBeforeWait::int4, 30))) end`;

/** Counts a guess before its check. No row: the guess must wait (see `guessesOf`), or needs an image code. */
export const beginGuess = statement({
  name: 'access.begin_guess',
  text: `insert into access_guesses as g (budget, player_id, turn, wrong, recent, last_at, next_at, forget_at)
    values (:budget, :playerId, 1, 1, 1, :now, ${nextAfter('1')},
      :now::timestamptz + make_interval(secs => :keptSeconds::float8))
    on conflict (budget) do update set
      turn = g.turn % 2000000000 + 1,
      wrong = ${WRONG},
      recent = case when ${IS_STALE} or ${IS_RESTED} then 1 else g.recent + 1 end,
      last_at = :now,
      next_at = ${nextAfter(`(${WRONG})`)},
      forget_at = case when :isKeptFromFirst and not ${IS_STALE} then g.forget_at
        else :now::timestamptz + make_interval(secs => :keptSeconds::float8) end
      where ${IS_STALE}
        or g.next_at <= :now and (:hasImageCode or ${IS_RESTED} or g.recent < :freeWithoutImage)
    returning g.turn`,
  params: {
    budget: 'bytea',
    playerId: 'int8?',
    now: 'timestamptz',
    hasImageCode: 'bool',
    freeWithoutImage: 'int4',
    freeBeforeWait: 'int4',
    firstSeconds: 'float8',
    longestSeconds: 'float8',
    keptSeconds: 'float8',
    isKeptFromFirst: 'bool',
  },
  row: v.object({ turn: v.number() }),
});

export const guessesOf = statement({
  name: 'access.guesses_of',
  text: `select next_at from access_guesses where budget = :budget`,
  params: { budget: 'bytea' },
  row: v.object({ next_at: v.date() }),
});

/** Takes back a guess that was not wrong. Its wait ends, too, unless a later guess began one. */
export const takeGuessBack = statement({
  name: 'access.take_guess_back',
  text: `update access_guesses set
      wrong = greatest(wrong - 1, 0),
      recent = greatest(recent - 1, 0),
      next_at = case when turn = :turn then ${AT_ONCE} else next_at end
    where budget = :budget`,
  params: { budget: 'bytea', turn: 'int4' },
});

/** Forgets the wrong guesses of a budget after a right one. */
export const forgetGuesses = statement({
  name: 'access.forget_guesses',
  text: `delete from access_guesses where budget = :budget`,
  params: { budget: 'bytea' },
});

/** Ends all waits of a character, by an operator. */
export const forgetGuessesOfPlayer = statement({
  name: 'access.forget_guesses_of_player',
  text: `delete from access_guesses where player_id = :playerId`,
  params: { playerId: 'int8' },
});
