import type { Backfill } from '#kit/backfill/backfill.ts'

/**
 * What fills old rows while the shop serves, in this sequence: docs/releases.md says how one is written. It stays here until a
 * migration needs it.
 */
export const backfills: readonly Backfill[] = []
