import { type Migration, otherOrigin } from '#kit/db/migrate.ts'

const REFUSALS = {
  older: 'The backup is of a version before the first release, which this one cannot read.',
  newer: 'The backup is of a newer release: restore it with that.',
  unfinished:
    'The backup is of a release that this one cannot bring up to date. Nothing was changed. Take two steps: restore it with the last release that has the file migrations/0035-landed-forms.ts and start that once, then start this one (docs/operations.md, "Several processes, and a new release").',
}

/** Throws when a backup is of a release that this one cannot bring up to date. */
export function refuseUnknownSteps(applied: readonly string[], migrations: readonly Migration[]): void {
  const origin = otherOrigin(applied, migrations)
  if (origin) throw new Error(REFUSALS[origin])
}
