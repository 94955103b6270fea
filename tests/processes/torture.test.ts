import { expect, test } from 'vitest'
import { PARTS } from '../../scripts/torture/parts.ts'

/** The rounds of each part of `npm run torture` in its short form. The fuzz has its own test. */
const ROUNDS: Readonly<Partial<Record<keyof typeof PARTS, number>>> = {
  race: 1,
  lists: 1,
  load: 1,
  crash: 3,
  failover: 1,
  promotion: 1,
  'disk-full': 1,
  rolling: 1,
}

const server = process.env.TEST_DATABASE_URL ?? ''
const database = server ? 'postgres' : 'sqlite'

for (const [name, rounds] of Object.entries(ROUNDS)) {
  const { part, databases } = PARTS[name as keyof typeof PARTS]
  test.runIf(databases.includes(database))(
    `no invariant is violated: ${name}`,
    { timeout: 240_000 },
    async () => {
      const { violations } = await part({ server, rounds, seconds: 3, customers: 40 })
      expect(violations).toEqual([])
    },
  )
}
