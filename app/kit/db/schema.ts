/**
 * Every table of the shop by name. Each feature adds its own in its `tables.ts`
 * (`declare module '#kit/db/schema.ts' { interface Schema { … } }`).
 * Only column types that mean the same on SQLite and PostgreSQL are used: text, integer, bigint (milliseconds,
 * minor units of money), bytes and 0/1.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging.
export interface Schema {}
