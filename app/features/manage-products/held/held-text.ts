import { formatCount } from '#kit/text/count-text.ts'
import type { ListedProduct } from '../schema.ts'

/** What orders hold, in words. */
export const heldText = ({ unpaid, paid }: ListedProduct['held']): string =>
  `${formatCount(unpaid)} by unpaid orders, ${formatCount(paid)} by paid ones`
