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
  return `Codes read correctly, of ${count} pictures, by ${program} restricted to the alphabet:

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

An image code is a picture that a person reads at a glance and common OCR does not.
It shows four characters on 120 × 40 CSS pixels at twice the density:

- The characters lean, swell and touch.
- A line of ink crosses them, and a line of paper cuts them.
- The middle of the picture is inverted.

The alphabet leaves out characters that these changes make look alike. Typing a look-alike is accepted as well.

The code stops simple programs only. A network trained on a few thousand of these pictures will read them.
Calls behind a code therefore have limits of their own (SECURITY.md). Players who cannot see the picture use the code by in-game mail.

Each picture below was preprocessed in each way separately and read in each page mode.
The same characters, drawn plainly and read in the same ways, prove that the reader works.
By eye, at first sight, 71 of 72 codes were read correctly at 240 × 80 pixels.
At 120 × 40 pixels, as on a screen of single density, 22 of 24 were.
That was on 22 November 2026, while the drawing was developed; it was no study with players.

Written by the command that reproduces the figures, ${new Date().toISOString().slice(0, 10)}:

\`\`\`
${command}
\`\`\`

${text}
`;
}
