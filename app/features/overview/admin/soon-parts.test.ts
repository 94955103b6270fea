import { expect, test } from 'vitest'
import type { Overview } from '../schema.ts'
import { endsSoon, shownAtFirst } from './soon-parts.ts'
import { SOON_DAYS } from './texts.ts'

const lowOf = (...days: readonly number[]) => days.map((daysLeft) => ({ daysLeft })) as Overview['low']

test('the list of parts shows at first as many as the count that leads to it', () => {
  for (const low of [lowOf(1, SOON_DAYS, SOON_DAYS + 1, 90), lowOf(...Array<number>(12).fill(3), 40)])
    expect(shownAtFirst(low)).toHaveLength(low.filter(endsSoon).length)
  expect(shownAtFirst(lowOf(...Array<number>(12).fill(40)))).toHaveLength(10)
})
