import { centsToDollars, priceToE4, totalCents } from '#kit/money.ts'

/** Price × pieces in dollars, rounded to the cent as the server does; undefined without a number of pieces above 0. */
export function orderTotal(pricePerPiece: number, pieces: number | undefined): number | undefined {
  const priceE4 = priceToE4(pricePerPiece)
  if (priceE4 === undefined || pieces === undefined || pieces < 1) return undefined
  return centsToDollars(totalCents(priceE4, pieces))
}
