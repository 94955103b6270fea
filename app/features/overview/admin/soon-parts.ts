import type { Overview } from '../schema.ts'
import { SOON_DAYS } from './texts.ts'

/** Whether the stock of a part ends so soon that it waits to be ordered. */
export const endsSoon = ({ daysLeft }: Pick<Overview['low'][number], 'daysLeft'>): boolean =>
  daysLeft <= SOON_DAYS
