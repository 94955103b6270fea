/**
 * A whole number with its thousands apart: "1,000". Written out, since the first number that the platform formats
 * (`Intl`) keeps a slow phone busy for 90 ms.
 */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** How many there are, for people: "345", or "1,000+" where the shop did not count to the end. */
export const countText = ({
  total,
  isTotalCut,
}: {
  total: number
  isTotalCut?: boolean | undefined
}): string => `${formatCount(total)}${isTotalCut ? '+' : ''}`
