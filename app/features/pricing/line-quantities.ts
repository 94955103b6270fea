/** Pieces of the line of an order at that position. */
interface LinePieces {
  readonly position: number
  readonly quantity: number
}

/** What is wrong with a typed quantity of a line with so many pieces left, in a few words. An empty one is none. */
export function quantityProblem(text: string, left: number): string | undefined {
  const quantity = readQuantity(text)
  if (quantity === undefined) return 'not a number'
  return quantity > left ? `only ${left} left` : undefined
}

/**
 * The lines of a shipment from the typed quantities by position; one that was not typed is all that is left. Lines with no
 * piece are left out. Undefined when a quantity cannot be shipped.
 */
export function quantitiesToShip(
  left: ReadonlyMap<number, number>,
  typed: Readonly<Record<number, string>>,
): LinePieces[] | undefined {
  const lines: LinePieces[] = []
  for (const [position, most] of left) {
    const text = typed[position] ?? String(most)
    if (quantityProblem(text, most) !== undefined) return undefined
    const quantity = readQuantity(text) ?? 0
    if (quantity > 0) lines.push({ position, quantity })
  }
  return lines
}

/** Thousands may be separated, as the page writes them. */
function readQuantity(text: string): number | undefined {
  const plain = text.trim().replace(/(?<=\d)[,\s](?=\d{3})/g, '')
  return /^\d{0,15}$/.test(plain) ? Number(plain) : undefined
}
