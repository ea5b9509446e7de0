import type { Outcome } from './attack-pictures.ts';
import type { Drawing } from './measure-drawing.ts';
import { PAGE_MODES } from './tesseract.ts';

type Report = {
  readonly program: string;
  readonly count: number;
  readonly drawn: Outcome;
  readonly plain: Outcome;
  readonly drawing: Drawing;
};

export function reportOf({ program, count, drawn, plain, drawing }: Report): string {
  const modes = PAGE_MODES.map((mode) => `--psm ${mode}`).join(' | ');
  const rows = drawn.ways.map(
    ({ name, shares }) => `| ${name} | ${shares.map(percent).join(' | ')} |`,
  );
  return `Codes read right, of ${count} pictures, by ${program} that was told the alphabet:

| picture | ${modes} |
|---|${PAGE_MODES.map(() => '--:|').join('')}
${rows.join('\n')}

| | the shop's pictures | the same characters drawn plainly |
|---|--:|--:|
| best single way of reading | ${percent(drawn.best)} | ${percent(plain.best)} |
| what most ways agree on | ${percent(drawn.vote)} | ${percent(plain.vote)} |
| right in any way at all | ${percent(drawn.any)} | ${percent(plain.any)} |

Drawing took ${drawing.medianMs.toFixed(1)} ms (median; slowest ${drawing.slowestMs.toFixed(1)} ms), the largest picture had ${drawing.largestBytes} bytes as it is sent.`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function pageOf(text: string, command: string): string {
  return `# Image codes

A picture that a person reads at a glance and common OCR does not: four characters, 120 × 40 CSS pixels at twice the density.
They lean, swell and touch, a line of their ink crosses them, a line of paper cuts them, and behind the middle of the picture ink
and paper change places. The alphabet leaves out what those turn into one another, and who types the look-alike is right as well.

It keeps off programs that take no trouble. A network trained on a few thousand of these pictures will read them: what is behind
a code is limited as well (SECURITY.md). Who cannot see it uses the code by in-game mail.

Every picture below was prepared in each way by itself and read in each page mode. The same characters, drawn plainly and put
through the same, show that failing says something. By eye, at first sight: 71 of 72 read right at 240 × 80 pixels, 22 of 24 at
120 × 40, as on a screen of simple density; looked at on 22 November 2026 while drawing was made, no study with players.

Written by the command that gives the figures again, ${new Date().toISOString().slice(0, 10)}:

\`\`\`
${command}
\`\`\`

${text}
`;
}
