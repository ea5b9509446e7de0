import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/text.tsx';
import { cx } from '../cx.ts';
import { Icon } from '../Icon/Icon.tsx';
import styles from './Stepper.module.css';
import {
  clampValue,
  formatValue,
  LONG_PRESS_MS,
  parseValue,
  REPEAT_MS,
  type StepperLimits,
  stepValue,
} from './stepper-rules.ts';

/** A16: − number +, with typing, keys and long press. */
export function Stepper(
  props: StepperLimits & {
    /** Names the counted item: "Royal armoury". */
    readonly label: string;
    readonly value: number;
    readonly onChange: (value: number) => void;
  },
) {
  const { label, value, onChange, ...limits } = props;
  const { min = 1, max = Number.POSITIVE_INFINITY } = limits;
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);

  function set(next: number) {
    if (next !== value) onChange(next);
  }

  function leave() {
    if (typed !== null) set(parseValue(typed, limits) ?? value);
    setTyped(null);
  }

  function onKey(event: KeyboardEvent) {
    const next = {
      ArrowUp: stepValue(value, 1, limits),
      ArrowDown: stepValue(value, -1, limits),
      PageUp: clampValue(value + 10 * (limits.step ?? 1), limits),
      PageDown: clampValue(value - 10 * (limits.step ?? 1), limits),
    }[event.key];
    if (event.key === 'Enter') leave();
    if (next === undefined) return;
    event.preventDefault();
    setTyped(null);
    set(next);
  }

  return (
    <span className={styles.stepper} role="group" aria-label={label}>
      <StepButton
        direction={-1}
        label={t('ui.one_fewer', { name: label })}
        off={value <= min}
        press={() => set(stepValue(value, -1, limits))}
      />
      <input
        className={cx('num', styles.number)}
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={Number.isFinite(max) ? max : undefined}
        inputMode={limits.decimals ? 'decimal' : 'numeric'}
        autoComplete="off"
        data-no-autofocus
        size={Math.max(2, formatValue(value, limits).length)}
        value={typed ?? formatValue(value, limits)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={leave}
        onKeyDown={onKey}
      />
      <StepButton
        direction={1}
        label={t('ui.one_more', { name: label })}
        off={value >= max}
        press={() => set(stepValue(value, 1, limits))}
      />
    </span>
  );
}

function StepButton(props: {
  readonly direction: 1 | -1;
  readonly label: string;
  readonly off: boolean;
  readonly press: () => void;
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  // The timer outlives renders and needs the current value.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  function stop() {
    clearTimeout(timer.current);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function repeat() {
    const now = latest.current;
    held.current = true;
    if (now.off) return;
    now.press();
    timer.current = setTimeout(repeat, REPEAT_MS);
  }

  function start() {
    held.current = false;
    stop();
    timer.current = setTimeout(repeat, LONG_PRESS_MS);
  }

  function click() {
    stop();
    // The click that ends a long press adds no step.
    if (!held.current && !props.off) props.press();
    held.current = false;
  }

  return (
    <button
      type="button"
      className={styles.step}
      aria-label={props.label}
      aria-disabled={props.off || undefined}
      onPointerDown={(event) => {
        if (event.button === 0) start();
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      onClick={click}
    >
      <Icon name={props.direction === 1 ? 'plus' : 'minus'} />
    </button>
  );
}
