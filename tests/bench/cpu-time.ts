import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of a process in ms, with its ended children; 0 where there is no /proc. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  // utime, stime, cutime, cstime
  return fields === null ? 0 : sum(fields.slice(11, 15)) * TICK_MS;
}

/** Processor time in ms of a process and of all that it started. */
export function cpuOfTree(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const children = all.filter((each) => statOf(each)?.[1] === String(pid));
  return cpuOf(pid) + sum(children.map((child) => cpuOf(child)));
}

/** The fields after the command's name, which may contain spaces. */
function statOf(pid: number): readonly string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

const sum = (values: readonly (string | number)[]): number =>
  values.reduce<number>((total, value) => total + Number(value), 0);
