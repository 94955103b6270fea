/**
 * Every table of the shop by name. Each feature adds its own in its `tables.ts`
 * (`declare module '#kit/db/schema.ts' { interface Schema { … } }`).
 * Only column types that mean the same on SQLite and PostgreSQL are used: text, integer, bigint (milliseconds,
 * minor units of money), bytes and 0/1.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging.
export interface Schema {}

/**
 * What becomes of the rows of a table that name an account by its id. Each `tables.ts` says it of its own, as `accountRows`; a
 * test finds every column of the database with such ids, and compares.
 */
export type AccountRows = Readonly<
  Record<
    string,
    {
      /** Those with ids of accounts. */
      readonly columns: readonly string[]
      /** When a reset verifies the address of an account for the first time: what is there may be of somebody else. */
      readonly firstReset: 'deleted' | 'stays'
      /** When the row of the account is deleted; `keeps it`: an account with such rows is not deleted. */
      readonly account: 'deleted' | 'stays' | 'keeps it'
      /** When its owner deletes the account, whose empty row stays. */
      readonly leaving: 'deleted' | 'stays'
      /** Why rows stay. */
      readonly because?: string
    }
  >
>

/** How long the rows of tables are kept. Each `tables.ts` says it of its own, as `keptRows`; `npm run docs` prints it. */
export type KeptRows = Readonly<Record<`\`${string}`, string>>
