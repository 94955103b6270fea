import { expect, test } from 'vitest'
import { PROMISES } from '#tests/support/hand-days.ts'
import { arrival, dispatchDay } from './working-days.ts'

test('1,000 orders ship and arrive on the days of a table that is made by hand', () => {
  expect(PROMISES).toHaveLength(1000)
  expect(PROMISES.filter(({ ships, arrives }) => !ships || !arrives.from || !arrives.to)).toEqual([])
  const promised = PROMISES.map(({ seller: { country, region, ...settings }, leadDays, now, days, to }) => {
    const ships = dispatchDay({ settings, seller: { country, region }, leadDays, now })
    return { ships, arrives: arrival({ ships, days, to }) }
  })
  const wrong = PROMISES.flatMap((expected, index) => {
    const { ships, arrives } = promised[index] ?? {}
    const isRight =
      ships === expected.ships &&
      arrives?.from === expected.arrives.from &&
      arrives.to === expected.arrives.to
    return isRight ? [] : [{ expected, ships, arrives }]
  })
  expect(wrong).toEqual([])
  // The table has many different answers.
  expect(new Set(PROMISES.map(({ ships }) => ships)).size).toBeGreaterThan(100)
})
