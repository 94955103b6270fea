import { expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { ProblemError } from '#kit/browser/client.ts'
import { reasonTexts } from '../list/ship-many.ts'
import { changeEach } from './change-many.ts'

const orders = ['A', 'B', 'C', 'D'].map((number) => ({ _id: number.toLowerCase(), number }) as Order)

const problem = (status: number, detail: string) => new ProblemError(status, 'conflict', detail)

test('what is refused of one order does not stop the others, and is said for each reason', async () => {
  const steps: number[] = []
  const changed = await changeEach(
    orders,
    async ({ number }) => {
      if (number === 'B' || number === 'C') throw problem(409, 'The order is paid already.')
    },
    (done) => steps.push(done),
  )
  expect([changed.ids, changed.stopped, steps]).toEqual([['a', 'b', 'c', 'd'], undefined, [1, 2, 3, 4]])
  expect(reasonTexts(changed.refused)).toEqual(['B and C: The order is paid already.'])
})

test.each([0, 401, 429, 503])('a failure with %i stops, and the rest was not tried', async (status) => {
  const tried: string[] = []
  const changed = await changeEach(
    orders,
    async ({ number }) => {
      tried.push(number)
      if (number === 'C') throw problem(status, 'Wait a minute.')
    },
    () => undefined,
  )
  expect([changed.ids, tried, changed.refused]).toEqual([['a', 'b'], ['A', 'B', 'C'], []])
  expect(changed.stopped).toMatchObject({ status })
})
