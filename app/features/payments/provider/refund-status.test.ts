import { expect, test } from 'vitest'
import { hasFailed, type RefundStatus, worstOf } from './refund-status.ts'

test('only a failed or cancelled refund counts as failed', () => {
  const statuses: RefundStatus[] = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled']
  expect(statuses.filter((status) => hasFailed({ status }))).toEqual(['failed', 'canceled'])
})

test.each([
  [[], null],
  [['succeeded', null], null],
  [['succeeded', 'pending'], 'pending'],
  [['pending', 'requires_action'], 'requires_action'],
  [['requires_action', 'canceled'], 'canceled'],
  [['pending', 'canceled', 'failed'], 'failed'],
] as const)('an order with the refunds %j shows %j', (statuses, worst) => {
  expect(worstOf(statuses)).toBe(worst)
})
