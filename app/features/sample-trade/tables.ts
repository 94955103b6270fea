import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** How far the sample trade is placed: at most one row, whose id is 1. A step is done once, in the transaction that counts it. */
    sample_trade: { id: number; started_at: number; steps: number; done: number }
    /** The accounts of the sample trade: all that is theirs belongs to it. */
    sample_accounts: { user_id: string }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  sample_accounts: {
    columns: ['user_id'],
    firstReset: 'stays',
    account: 'deleted',
    leaving: 'stays',
    because: 'it is a sample in any case',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`sample_trade`, `sample_accounts`':
    'one row, and one for each of its 26 accounts, until the sample orders are removed: [how](decisions/0072-sample-trade.md)',
}
