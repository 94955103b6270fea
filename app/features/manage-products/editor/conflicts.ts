import { changedFields, type Draft, isSame } from './draft.ts'

/** A field that somebody else has changed meanwhile to another value than is typed here. */
export interface Conflict {
  readonly field: string
  /** It was changed here too. */
  readonly isMine: boolean
}

export type Side = 'mine' | 'theirs'

/** The chosen side of each conflict by field. */
export type Choices = Readonly<Record<string, Side>>

/** The three forms: what both began with, what is typed here, and what somebody else has saved meanwhile. */
export interface Versions {
  readonly before: Draft
  readonly mine: Draft
  readonly theirs: Draft
}

/** The fields to choose a side of. */
export const conflictsOf = ({ before, mine, theirs }: Versions): Conflict[] =>
  changedFields(before, theirs)
    .filter((field) => !isSame(field, mine, theirs))
    .map((field) => ({ field, isMine: !isSame(field, before, mine) }))

/** What is not chosen yet; of a field that was not changed here the other value is taken. */
export const sideOf = ({ field, isMine }: Conflict, choices: Choices): Side | undefined =>
  choices[field] ?? (isMine ? undefined : 'theirs')

/** The form with the chosen values; everything else as it is typed here. */
export function merge(versions: Versions, choices: Choices): Draft {
  const theirs = conflictsOf(versions).filter((conflict) => sideOf(conflict, choices) === 'theirs')
  return {
    ...versions.mine,
    ...Object.fromEntries(theirs.map(({ field }) => [field, versions.theirs[field] ?? ''])),
  }
}
