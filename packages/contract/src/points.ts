/** Points that an order's price in US cents earns in a cumulation event, rounded down per order. */
export function pointsOfUsd(usdMinor: number, pointsPerUsd: number): number {
  return Math.floor((usdMinor * pointsPerUsd) / 100);
}
