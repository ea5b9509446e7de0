import { rounded } from './stats.ts';

/** One measurement in results.md. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The machine's limit, measured in the same run and unit. */
  readonly limit?: number;
  /** Absent: reported only. */
  readonly aim?: Aim;
};

/** `of`: the value itself or its share of the limit. */
export type Aim = {
  readonly of: 'value' | 'ratio';
  readonly atLeast?: number;
  readonly atMost?: number;
};

export type Part = {
  readonly title: string;
  readonly how: string;
  readonly figures: readonly Figure[];
};

/** Amount of work; figures of `quick` only test the bench. */
export type Scale = 'full' | 'quick';

export function ratioOf(figure: Figure): number | null {
  return figure.limit === undefined ? null : figure.value / figure.limit;
}

export function isMet(figure: Figure): boolean | null {
  const { aim } = figure;
  if (aim === undefined) return null;
  const held = aim.of === 'value' ? figure.value : (ratioOf(figure) ?? Number.NaN);
  return held >= (aim.atLeast ?? -Infinity) && held <= (aim.atMost ?? Infinity);
}

/** `previous`: the figures of the run that this one replaces. */
export function tableOf(part: Part, previous: readonly Figure[] = []): string {
  const rows = part.figures.map((figure) => {
    const ratio = ratioOf(figure);
    const met = isMet(figure);
    const earlier = previous.find(({ name }) => name === figure.name);
    return [
      figure.name,
      `${rounded(figure.value)} ${figure.unit}`.trim(),
      figure.limit === undefined ? '' : `${rounded(figure.limit)} ${figure.unit}`.trim(),
      ratio === null ? '' : ratio.toFixed(2),
      earlier === undefined ? '' : shortOf(earlier),
      figure.aim === undefined ? '' : aimText(figure.aim, figure.unit),
      met === null ? '' : met ? 'pass' : '**fail**',
    ];
  });
  return [
    `## ${part.title}`,
    '',
    wrapped(part.how),
    '',
    '| figure | measured | limit of the same run | ratio | run before | aim | |',
    '|---|---|---|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

/** The part of a figure that another machine can be compared with: its ratio, else its value. */
function shortOf(figure: Figure): string {
  const ratio = ratioOf(figure);
  return ratio === null ? `${rounded(figure.value)} ${figure.unit}`.trim() : ratio.toFixed(2);
}

/** Breaks a paragraph into lines of at most 140 characters. */
function wrapped(paragraph: string): string {
  return paragraph.replaceAll(/(.{1,140})(?:\s+|$)/g, '$1\n').trimEnd();
}

function aimText(aim: Aim, unit: string): string {
  const what = aim.of === 'ratio' ? 'ratio ' : '';
  const after = aim.of === 'ratio' || unit === '' ? '' : ` ${unit}`;
  return aim.atLeast === undefined
    ? `${what}≤ ${aim.atMost}${after}`
    : `${what}≥ ${aim.atLeast}${after}`;
}
