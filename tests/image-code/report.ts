import type { Outcome } from './attack-pictures.ts';
import type { Drawing } from './measure-drawing.ts';
import type { Learnt } from './network/measure.ts';
import { PAGE_MODES } from './tesseract.ts';

type Report = {
  readonly program: string;
  readonly count: number;
  readonly drawn: Outcome;
  readonly plain: Outcome;
  readonly drawing: Drawing;
  readonly learnt: { readonly drawn: readonly Learnt[]; readonly plain: Learnt };
  /** Minutes of one processor that each network learnt. */
  readonly minutes: number;
};

export function reportOf(report: Report): string {
  const { program, count, drawn, plain, drawing, learnt, minutes } = report;
  const modes = PAGE_MODES.map((mode) => `--psm ${mode}`).join(' | ');
  const rows = drawn.ways.map(
    ({ name, shares }) => `| ${name} | ${shares.map(percent).join(' | ')} |`,
  );
  const networks = learnt.drawn.map(
    ({ name, pictures, characters, codes }) =>
      `| ${name} | ${pictures} | ${percent(characters)} | ${percent(codes)} |`,
  );
  return `Codes read correctly, of ${count} pictures that they had not seen, by networks of two small convolutions.
Each learnt for ${minutes} minutes of one processor, on pictures of the shop's own drawing with their answers:

| the network sees | pictures learnt | characters read | whole codes read |
|---|--:|--:|--:|
${networks.join('\n')}

As a check, a network with ${learnt.plain.name} read ${percent(learnt.plain.codes)} of the same codes drawn plainly, after ${learnt.plain.pictures} pictures.

Codes read correctly, of ${count} pictures, by ${program} restricted to the alphabet:

| picture | ${modes} |
|---|${PAGE_MODES.map(() => '--:|').join('')}
${rows.join('\n')}

| | the shop's pictures | the same characters drawn plainly |
|---|--:|--:|
| best single way of reading | ${percent(drawn.best)} | ${percent(plain.best)} |
| what most ways agree on | ${percent(drawn.vote)} | ${percent(plain.vote)} |
| right in any way at all | ${percent(drawn.any)} | ${percent(plain.any)} |

Drawing took ${drawing.medianMs.toFixed(1)} ms of a processor (median; slowest ${drawing.slowestMs.toFixed(1)} ms), the largest picture had ${drawing.largestBytes} bytes as it is sent.`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function pageOf(text: string, command: string): string {
  return `# Image codes

An image code is a picture that a person reads at a glance and simple programs do not, together with a second of computing.
The picture shows five characters on 240 × 80 pixels, about the size on a screen:

- The characters have no fixed places. They lean, differ in size and touch.
- Each is solid, hollow or broken.
- A thin line of ink crosses them, and a line of paper cuts them. Strokes of other characters lie around.
- Stripes of the sheet are inverted. Ink over ink is paper.

The alphabet leaves out characters that these changes make look alike. Typing a look-alike is accepted as well.
Players who cannot see the picture use the code by in-game mail.

## What it is worth

The picture is not enough. A network that learns longer reads more: one that learns on a hundred thousand pictures for hours will read most of them.
The drawing is public, so labelled pictures are free. People read pictures for about a cent each.
The proof of work makes a browser compute for about a second for each picture ([0036](decisions/0036-image-codes-and-work.md)).
It slows a program without a graphics card; with one, a picture costs milliseconds.
Calls behind a code therefore have limits of their own (SECURITY.md).

## Measured

At first sight, 45 of 50 codes and 244 of 250 characters were read correctly on a sheet of pictures of 240 × 80 pixels.
One reader looked while the drawing was developed, on 24 November 2026; it was no study with players.

Written by the command that reproduces the figures, ${new Date().toISOString().slice(0, 10)}:

\`\`\`
${command}
\`\`\`

${text}
`;
}
