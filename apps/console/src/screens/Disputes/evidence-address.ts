/** Page with the evidence of a dispute. */
export const evidenceAddress = ({
  provider,
  number,
}: {
  readonly provider: string;
  readonly number: string;
}): string => `/disputes/${provider}/${encodeURIComponent(number)}`;
