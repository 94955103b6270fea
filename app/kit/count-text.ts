/** How many there are, for people: "345", or "1,000+" where the shop did not count to the end. */
export const countText = ({
  total,
  isTotalCut,
}: {
  total: number
  isTotalCut?: boolean | undefined
}): string => `${total.toLocaleString('en-US')}${isTotalCut ? '+' : ''}`
