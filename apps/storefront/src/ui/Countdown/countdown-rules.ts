export function countdownParts(leftMs: number) {
  // Shows the last second until it has passed, so that "0" and the end coincide.
  const left = Math.max(0, Math.ceil(leftMs / 1000));
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
    isUrgent: left < 3600,
    isOver: left === 0,
  };
}

/** Lists the boxes after the days: hours only while there are some. */
export function countdownBoxes(parts: ReturnType<typeof countdownParts>): readonly string[] {
  const { days, hours, minutes, seconds } = parts;
  const shown = days > 0 || hours > 0 ? [hours, minutes, seconds] : [minutes, seconds];
  return shown.map((value) => String(value).padStart(2, '0'));
}
