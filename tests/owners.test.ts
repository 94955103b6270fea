import { expect, test } from 'vitest'
import { placeOf, STAFF_FEATURES, sourcesIn } from './support/app-imports.ts'
import { readProjectFile } from './support/project.ts'

/** A condition by which a statement finds the rows of an account, or orders by who entered them. */
const WHOSE = /'(\w+\.)?(user_id|entered_by)',\s*'(=|in|is|is not)'|\b(user_id|entered_by) (=|in|is) /

/** What is counted for an account, and which accounts are kept. */
const BESIDES = [
  'app/features/orders/placing/unpaid-limit.ts',
  'app/features/orders/open/open-orders.ts',
  'app/features/orders/owners/paying-customers.ts',
]

const featureOf = (file: string): string => placeOf(file)?.feature ?? ''

/** What the staff read of all is in features of their own, or in an `admin`. */
const sources = sourcesIn('app/features').filter(
  (file) => !STAFF_FEATURES.includes(featureOf(file)) && !file.includes('/admin/'),
)

test('whose rows a statement finds is said in one file of each feature', () => {
  const saying = sources.filter((file) => WHOSE.test(readProjectFile(file)))
  expect(saying).toEqual(expect.arrayContaining(BESIDES))
  const byFeature = Map.groupBy(
    saying.filter((file) => !BESIDES.includes(file)),
    featureOf,
  )
  expect(byFeature.get('orders')).toEqual(['app/features/orders/owners/own-orders.ts'])
  expect(byFeature.size).toBeGreaterThan(4)
  expect([...byFeature.values()].filter((files) => files.length > 1)).toEqual([])
})
