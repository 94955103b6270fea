import { breaksText } from '#features/catalog/fields.ts'
import { dayText } from '#kit/text/moment-text.ts'
import type { AgreedPrice } from '../schema.ts'

/** "100: $0.06, 1,000: $0.05, from 1 February 2026" */
export const pricesText = ({ prices, validFrom, validTo }: AgreedPrice): string =>
  [
    breaksText(prices),
    ...(validFrom === undefined ? [] : [`from ${dayText(validFrom)}`]),
    ...(validTo === undefined ? [] : [`until ${dayText(validTo)}`]),
  ].join(', ')
