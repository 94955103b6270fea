/**
 * A whole number with thousands separators: "1,000". Without `Intl`: its first use takes 90 ms on a slow phone.
 */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** The same for a number with decimals: "4.7", "1,250.5" */
export function formatDecimal(number: number): string {
  const [whole, decimals] = String(number).split('.')
  return [formatCount(Number(whole)), ...(decimals === undefined ? [] : [decimals])].join('.')
}

/** "1 line", "1,200 lines" */
export const linesText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'line' : 'lines'}`

/** "1 piece", "1,200 pieces" */
export const piecesText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'piece' : 'pieces'}`

/** A count to show: "345", or "1,000+" when the shop stopped counting there. */
export const countText = ({
  total,
  isTotalCut,
}: {
  total: number
  isTotalCut?: boolean | undefined
}): string => `${formatCount(total)}${isTotalCut ? '+' : ''}`

/** Rows without a stored count are counted up to here: counting more takes too long. */
export const COUNTED_AT_MOST = 1000
