import { formatPrice, missingPlaces } from '#kit/money.ts'

/**
 * A price at the end of a column: its decimal point stands under those of the other prices, the longest of which has so many
 * decimals (`mostPlaces`). The room of the digits that it lacks is no text: nothing reads or copies it.
 */
export const AlignedPrice = ({ price, places }: { price: number; places: number }) => (
  <span className="aligned" data-room={'0'.repeat(missingPlaces(price, places)) || undefined}>
    {formatPrice(price)}
  </span>
)
