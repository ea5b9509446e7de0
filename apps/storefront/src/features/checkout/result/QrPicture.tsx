import { create } from 'qrcode';

/** Clear modules around a code, without which a camera does not find it. */
const QUIET = 4;

/** Dark on white in every theme: many cameras read nothing else. */
export function QrPicture(props: {
  readonly text: string;
  readonly label: string;
  readonly className: string | undefined;
}) {
  const { text, label, className } = props;
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const whole = size + 2 * QUIET;
  let dark = '';
  data.forEach((isDark, at) => {
    if (isDark) dark += `M${(at % size) + QUIET} ${Math.floor(at / size) + QUIET}h1v1h-1z`;
  });
  return (
    <svg
      className={className}
      viewBox={`0 0 ${whole} ${whole}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={whole} height={whole} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  );
}
