/** Number format and mark of each card brand. */
const mark = (body) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 32"><rect width="48" height="32" rx="4" fill="#fff"/>${body}</svg>`,
  )}`;
const word = (text, fill, size, extra = '') =>
  `<text x="24" y="${16 + size * 0.36}" text-anchor="middle" font-family="Arial,Helvetica,sans-serif" font-weight="700" font-size="${size}" fill="${fill}" ${extra}>${text}</text>`;

export const BRANDS = [
  {
    id: 'amex',
    name: 'American Express',
    pattern: /^3[47]/,
    lengths: [15],
    groups: [4, 6, 5],
    codeLength: 4,
    mark: mark(`<rect width="48" height="32" rx="4" fill="#016fd0"/>${word('AMEX', '#fff', 13)}`),
  },
  {
    id: 'jcb',
    name: 'JCB',
    pattern: /^35(?:2[89]|[3-8])/,
    lengths: [16],
    mark: mark(
      `<rect x="7" y="5" width="10" height="22" rx="4" fill="#0e4c96"/><rect x="19" y="5" width="10" height="22" rx="4" fill="#d0112b"/><rect x="31" y="5" width="10" height="22" rx="4" fill="#00873e"/>${word('J&#160;C&#160;B', '#fff', 10, 'letter-spacing="1.1"')}`,
    ),
  },
  {
    id: 'diners',
    name: 'Diners Club',
    pattern: /^3(?:0[0-5]|[689])/,
    lengths: [14, 16],
    groups: [4, 6, 4],
    mark: mark(
      `<circle cx="24" cy="16" r="11" fill="#0079be"/><circle cx="24" cy="16" r="8.6" fill="#fff"/><path d="M22 9.6v12.8a6.6 6.6 0 0 1 0-12.8zm4 0v12.8a6.6 6.6 0 0 0 0-12.8z" fill="#0079be"/>`,
    ),
  },
  {
    id: 'mastercard',
    name: 'Mastercard',
    pattern: /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    lengths: [16],
    mark: mark(
      `<circle cx="19" cy="16" r="9" fill="#eb001b"/><circle cx="29" cy="16" r="9" fill="#f79e1b"/><path d="M24 8.5a9 9 0 0 1 0 15 9 9 0 0 1 0-15z" fill="#ff5f00"/>`,
    ),
  },
  {
    id: 'unionpay',
    name: 'UnionPay',
    pattern: /^62/,
    lengths: [16, 17, 18, 19],
    mark: mark(
      `<path d="M10 5h12l-4 22H6z" fill="#e21836"/><path d="M20 5h12l-4 22H16z" fill="#00447c"/><path d="M30 5h12l-4 22H26z" fill="#007b84"/>${word('UnionPay', '#fff', 7)}`,
    ),
  },
  {
    id: 'discover',
    name: 'Discover',
    pattern: /^6(?:011|4[4-9]|5)/,
    lengths: [16],
    mark: mark(
      `<path d="M48 17v11a4 4 0 0 1-4 4H14c14-2 26-8 34-15z" fill="#f47216"/>${word('DISCOVER', '#231f20', 7.6)}`,
    ),
  },
  {
    id: 'visa',
    name: 'Visa',
    pattern: /^4/,
    lengths: [16, 13, 19],
    mark: mark(
      `<rect width="48" height="32" rx="4" fill="#1434cb"/>${word('VISA', '#fff', 15, 'font-style="italic" letter-spacing="-.4"')}`,
    ),
  },
];

const UNKNOWN = { id: 'unknown', name: '', lengths: [16], mark: null };
const FOURS = [4, 4, 4, 4, 3];

export function brandOf(digits) {
  return BRANDS.find(({ pattern }) => pattern.test(digits)) ?? UNKNOWN;
}

export function longestOf(brand) {
  return Math.max(...brand.lengths);
}

export function codeLengthOf(brand) {
  return brand.codeLength ?? 3;
}

/** Formats like the card: 4111 1111 1111 1111, 3782 822463 10005. */
export function groupDigits(digits, brand) {
  const parts = [];
  let rest = digits;
  for (const size of brand.groups ?? FOURS) {
    if (rest === '') break;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return [...parts, rest].filter(Boolean).join(' ');
}

export function passesLuhn(digits) {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const counted = index % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
