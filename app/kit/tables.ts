import type { KeptRows } from '#kit/db/schema.ts'

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`rate_limits`': 'until the end of its window, a day at most: `delete old rate limit counts`',
  '`public_changes` (170)': 'an hour: `delete old public changes`',
  '`secrets`, `write_probe`, `schema_migrations`, `schema_checksums`': 'a few rows that are updated',
}
