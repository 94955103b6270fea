import { test } from 'vitest'
import { checkRandomInvoices } from '#tests/support/en16931/check-random.ts'

test('of random orders and their refunds all sums are those of the order, and all rules hold', () => {
  checkRandomInvoices({ numRuns: 100, interruptAfterTimeLimit: 40_000 })
})
