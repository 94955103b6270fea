import { centsToDollars, priceToE4, totalCents } from '#kit/money.ts'

/** Price × pieces in dollars, to the cent as the shop will work it out; undefined unless there are whole pieces. */
export function orderTotal(pricePerPiece: number, pieces: number | undefined): number | undefined {
  const priceE4 = priceToE4(pricePerPiece)
  if (priceE4 === undefined || pieces === undefined || pieces < 1) return undefined
  return centsToDollars(totalCents(priceE4, pieces))
}
