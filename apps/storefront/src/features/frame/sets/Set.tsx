import { useConfigsIfAny, usePage } from '../../../api/page.tsx';
import { longestWord } from '../../../ui/label-rules.ts';
import curtain from './curtain.svg?no-inline';
import gate from './gate.svg?no-inline';
import post from './post.svg?no-inline';
import signpost from './signpost.svg?no-inline';
import stall from './stall.svg?no-inline';
import styles from './Set.module.css';

export type SetName = 'stall' | 'post' | 'signpost' | 'curtain' | 'gate';

/** A picture's middle and lower edge in percent of the set, its width likewise, its angle in degrees. */
type Piece = readonly [picture: Picture, left: number, foot: number, width: number, angle: number];
/** hero: the mascot. beast: the largest of the cast. prop: one of the others. */
type Picture = 'hero' | 'beast' | 'prop' | 'currency' | 'chest';

/** A sign's middle and base line in the drawing's units, and the width for its text. */
type Sign = readonly [x: number, y: number, width: number];

type Drawing = {
  readonly file: string;
  readonly behind: readonly Piece[];
  readonly before: readonly Piece[];
  readonly signs: readonly Sign[];
};

const DRAWINGS: Readonly<Record<SetName, Drawing>> = {
  stall: { file: stall, behind: [['hero', 50, 75, 31, 2]], before: [], signs: [] },
  post: {
    file: post,
    behind: [['hero', 50, 75, 27, -2]],
    before: [['chest', 21, 72.5, 13, 0]],
    signs: [],
  },
  signpost: {
    file: signpost,
    behind: [['hero', 22, 86, 28, -5]],
    before: [
      ['prop', 55, 95, 12, -8],
      ['currency', 75, 96, 8, 10],
    ],
    signs: [
      [402, 129, 172],
      [376, 217, 172],
    ],
  },
  curtain: {
    file: curtain,
    behind: [['hero', 50, 90, 26, 0]],
    before: [
      ['prop', 17, 96, 13, -6],
      ['currency', 31, 96, 9, 8],
    ],
    signs: [[460, 222, 136]],
  },
  gate: {
    file: gate,
    behind: [['beast', 50, 92.5, 33, 0]],
    before: [['prop', 26, 96, 12, -8]],
    signs: [[300, 116, 160]],
  },
};

const WIDTH = 600;
const HEIGHT = 380;
const LETTER_PX = 26;
/** A share of the font's size, for the widest common letters. */
const LETTER_WIDTH = 0.62;

/** Letters as wide as they are high, and what they are wider than others. */
const SQUARE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const SQUARE_MORE = 0.6;

/** Scenery of an empty page in the theme's colours. Decorative: the page's words stand beside it. */
export default function Set(props: { readonly name: SetName; readonly signs?: readonly string[] }) {
  const drawing = DRAWINGS[props.name];
  const pictures = usePictures();
  const pieces = (list: readonly Piece[]) =>
    list.map(([picture, left, foot, width, angle]) => {
      const src = pictures[picture];
      if (src === undefined) return null;
      return (
        <img
          key={picture}
          className={styles.piece}
          src={src}
          alt=""
          draggable={false}
          style={{ left: `${left}%`, top: `${foot}%`, width: `${width}%`, rotate: `${angle}deg` }}
        />
      );
    });
  return (
    <div className={styles.set} aria-hidden="true" data-set={props.name}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        <use href={`${drawing.file}#back`} />
      </svg>
      {pieces(drawing.behind)}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        <use href={`${drawing.file}#front`} />
        {drawing.signs.map((sign, index) => (
          <SignText key={sign.join()} sign={sign} text={props.signs?.[index] ?? ''} />
        ))}
      </svg>
      {pieces(drawing.before)}
    </div>
  );
}

/** Writes two lines where one would be small. */
function SignText({ sign, text }: { readonly sign: Sign; readonly text: string }) {
  const [x, y, width] = sign;
  const whole = sizeOf(text, width);
  const lines = whole < LETTER_PX * 0.8 ? halves(text) : [text];
  const size = Math.min(...lines.map((line) => sizeOf(line, width)));
  const first = y - ((lines.length - 1) * size * 1.15) / 2 - (LETTER_PX - size) * 0.35;
  return lines.map((line, index) => (
    <text key={line} x={x} y={first + index * size * 1.15} fontSize={size}>
      {line}
    </text>
  ));
}

function sizeOf(line: string, width: number): number {
  const square = line.match(SQUARE)?.length ?? 0;
  const letters = Math.max(line.length, longestWord(line)) + square * SQUARE_MORE;
  return Math.min(LETTER_PX, width / (letters * LETTER_WIDTH));
}

/** Splits between the words nearest to the middle. */
function halves(text: string): readonly string[] {
  const gaps = [...text.matchAll(/\s/g)].map(({ index }) => index);
  const [gap] = gaps.toSorted(
    (a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2),
  );
  return gap === undefined ? [text] : [text.slice(0, gap), text.slice(gap + 1)];
}

function usePictures(): Readonly<Partial<Record<Picture, string>>> {
  const theme = useConfigsIfAny()?.theme;
  const { art } = usePage();
  if (!theme) return { prop: art['compass'] ?? '' };
  const beast = theme.cast.toSorted((a, b) => b.width - a.width)[0]?.image;
  const others = theme.cast.filter(({ image }) => image !== beast);
  return definedOnly({
    hero: theme.art['avatar'],
    beast,
    prop: others[1]?.image,
    currency: theme.art['currency'],
    chest: theme.art['chest'],
  });
}

function definedOnly(pictures: Readonly<Partial<Record<Picture, string | undefined>>>) {
  return Object.fromEntries(Object.entries(pictures).filter(([, src]) => src !== undefined));
}
