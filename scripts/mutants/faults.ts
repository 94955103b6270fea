import type { Fault } from './fault.ts'
import { accounts } from './faults/accounts.ts'
import { answers } from './faults/answers.ts'
import { cache } from './faults/cache.ts'
import { imports } from './faults/imports.ts'
import { limits } from './faults/limits.ts'
import { links } from './faults/links.ts'
import { mails } from './faults/mails.ts'
import { placing } from './faults/placing.ts'
import { pricing } from './faults/pricing.ts'
import { refunds } from './faults/refunds.ts'
import { settling } from './faults/settling.ts'
import { stock } from './faults/stock.ts'

/** All faults that `npm run mutants` plants. */
export const FAULTS: readonly Fault[] = [
  ...pricing,
  ...placing,
  ...stock,
  ...settling,
  ...refunds,
  ...accounts,
  ...limits,
  ...links,
  ...cache,
  ...answers,
  ...mails,
  ...imports,
]
