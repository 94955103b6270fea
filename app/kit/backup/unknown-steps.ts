import { otherOrigin } from '#kit/db/migrate.ts'

const REFUSALS = {
  older: 'The backup is of a version before the first release, which this one cannot read.',
  newer: 'The backup is of a newer release: restore it with that.',
}

/** Throws when a backup has steps of the schema that this release does not know. */
export function refuseUnknownSteps(applied: readonly string[], known: readonly string[]): void {
  const origin = otherOrigin(applied, known)
  if (origin) throw new Error(REFUSALS[origin])
}
