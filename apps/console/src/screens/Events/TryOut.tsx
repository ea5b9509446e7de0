import { IconRotate } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { type Knob, knobsOf, withValues } from '@webpay/contract/console/event-rules';
import type { Behaviour } from '@webpay/contract/console/simulate';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { useCall, useMe } from '../../api/queries.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Comparison } from './Comparison.tsx';
import { KnobGroups } from './KnobGroups.tsx';
import { behaviourKnobs, behaviourOf, readKnob, textOf, withBehaviour } from './knobs.ts';
import { outcomeOf } from './outcome.ts';
import { PublishRules } from './PublishRules.tsx';
import styles from './Events.module.css';

type EventFile = ConsoleResult<'event'>;

const DAY_MS = 86_400_000;

/** Typed texts by the knob's key; a knob without one stands as live. */
type Typed = ReadonlyMap<string, string>;

/** Values that differ from the live ones, and the knobs with a text that is no number of theirs. */
function readAll(knobs: readonly Knob[], typed: Typed) {
  const values = new Map<string, number>();
  const wrong = new Set<string>();
  for (const each of knobs) {
    const text = typed.get(each.key);
    if (text === undefined) continue;
    const value = readKnob(each, text);
    if (value === null) wrong.add(each.key);
    else if (text !== textOf(each)) values.set(each.key, value);
  }
  return { values, wrong };
}

/** Rules of an event with the figures of other numbers, which can be published. */
export function TryOut({ file }: { readonly file: EventFile }) {
  const { rules: live, round, project, id, now } = file;
  const { data: results } = useCall('eventResults', { project: project.code, id });
  const [typed, setTyped] = useState<Typed>(new Map());
  const [version, setVersion] = useState(file.version);
  if (version !== file.version) {
    setVersion(file.version);
    setTyped(stillTyped(live, typed));
  }
  const mayPublish = useMe().permissions.includes('publish.money');
  const days = Math.max(1, Math.round((round.ends_at - round.starts_at) / DAY_MS));
  const daysSoFar = Math.floor((Math.min(now, round.ends_at) - round.starts_at) / DAY_MS);
  const measured = useMemo(() => behaviourOf(results, daysSoFar), [results, daysSoFar]);
  const given = readTyped(live, measured.behaviour, typed);
  const change = (key: string, text: string) => setTyped(new Map(typed).set(key, text));
  const groups = { typed, wrong: given.wrong, onType: change, rules: given.rules };
  // A simulation must not hold up typing.
  const simulated = useDeferredValue(typed);
  return (
    <div className={styles['sides']}>
      <Card
        title="Rules and odds"
        note="US dollars; other currencies follow the price of each good"
        actions={
          typed.size > 0 && (
            <Button
              size="small"
              icon={<IconRotate aria-hidden />}
              onClick={() => setTyped(new Map())}
            >
              As live
            </Button>
          )
        }
        footer={
          mayPublish && (
            <PublishRules
              file={file}
              values={given.values}
              players={given.behaviour}
              complaint={
                given.wrong.size > 0 ? 'Some numbers cannot be used yet.' : given.complaint
              }
            />
          )
        }
      >
        <div className="stack">
          <Note tone="grey">
            {mayPublish
              ? 'Try numbers out: the shop changes when they are published.'
              : 'Numbers are tried out here alone. Live-ops, finance and admins publish them.'}
          </Note>
          <KnobGroups knobs={given.ruleKnobs} {...groups} />
          {given.complaint !== null && <Note tone="red">{given.complaint}</Note>}
        </div>
      </Card>
      <Card title="Simulation" note={`10,000 players, ${days} ${days === 1 ? 'day' : 'days'}`}>
        <div className="stack">
          <Outcomes live={live} behaviour={measured.behaviour} typed={simulated} days={days} />
          <KnobGroups knobs={given.playerKnobs} {...groups} />
          <p className="muted small">
            {measured.isMeasured
              ? 'The shares of players are those of this round; the price of a top-up and the share of buyers are assumed.'
              : 'The shares of players are assumed: this round has too few players to measure.'}
          </p>
        </div>
      </Card>
    </div>
  );
}

/** Typed texts that a new version has not made live. */
function stillTyped(live: EventFile['rules'], typed: Typed): Typed {
  const texts = new Map(knobsOf(live).map((knob) => [knob.key, textOf(knob)]));
  return new Map([...typed].filter(([key, text]) => texts.get(key) !== text));
}

/** Rules and players with the typed numbers, and the knobs with a text that is no number of theirs. */
function readTyped(live: EventFile['rules'], behaviour: Behaviour, typed: Typed) {
  const ruleKnobs = knobsOf(live);
  const playerKnobs = behaviourKnobs(behaviour, live.kind);
  const ofRules = readAll(ruleKnobs, typed);
  const ofPlayers = readAll(playerKnobs, typed);
  return {
    ruleKnobs,
    playerKnobs,
    wrong: new Set([...ofRules.wrong, ...ofPlayers.wrong]),
    values: ofRules.values,
    isChanged: ofRules.values.size > 0,
    behaviour: withBehaviour(behaviour, ofPlayers.values),
    ...withValues(live, ofRules.values),
  };
}

const Outcomes = memo(function Outcomes({
  live,
  behaviour: measured,
  typed,
  days,
}: {
  readonly live: EventFile['rules'];
  readonly behaviour: Behaviour;
  readonly typed: Typed;
  readonly days: number;
}) {
  const { rules, behaviour, wrong, complaint, isChanged } = readTyped(live, measured, typed);
  if (wrong.size > 0 || complaint !== null) {
    return <Note tone="yellow">Some numbers cannot be used yet.</Note>;
  }
  return (
    <Comparison
      live={outcomeOf(live, behaviour, days)}
      changed={outcomeOf(rules, behaviour, days)}
      isChanged={isChanged}
    />
  );
});
