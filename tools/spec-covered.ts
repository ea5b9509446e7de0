/** Requirements covered by each finished issue: `npm run spec` fails when one has no test. */
export const COVERED: Readonly<Record<string, readonly string[]>> = {
  'A shop that sells': [
    ...list('A01 A02 A03 A05 A06 A07 A08 A15 A17'),
    ...upTo('C', 15),
    ...list('E02 E03 E04 E05 E06 E07'),
    ...list('F01 F02 F04 F05 F06 F14 F15'),
    ...upTo('R', 22),
    ...list('S01 S02 S03 S04 S08'),
    ...list('V03 V04 V06'),
  ],
  'The whole storefront': [
    ...upTo('A', 17),
    ...upTo('R', 12),
    ...list('R14 R18 R19 R20 R21 R22 R23 R24 R25'),
    ...upTo('S', 9),
    ...list('S12 V05'),
    ...upTo('E', 9),
    ...list('F03 F12 F16'),
  ],
  'Money that is never lost': [
    ...list('C09 C10 C11 C12 C13 C14 C15'),
    ...list('F06 F15 F17 F19'),
    ...list('R10 R11 R12 R13 R14'),
    ...list('S08 V07'),
  ],
  'Events players come back for': list('F07 F08 F09 F10 F11 R13 R14 R15 R16 R17 R25 S10'),
  'Let no one in': [
    // Password, codes and images; links; characters of other games; sessions; flagged accounts.
    ...list('F12 F13 F18 S07 S11 S12 V01 V02 V04 V06 V07'),
    // Their calls, the public signature, and links of a page.
    ...list('C02 C05 C09 C11 C13 C14 C16 A12 R12'),
    // Limits, blocked regions, maintenance, closed projects, ended sessions: each code at its
    // place.
    ...list('E01 E03 E04 E05 E08 E09'),
  ],
};

/** `C01`, `C02` … up to the number. */
function upTo(letter: string, last: number): string[] {
  return Array.from(
    { length: last },
    (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`,
  );
}

function list(ids: string): string[] {
  return ids.split(' ');
}
