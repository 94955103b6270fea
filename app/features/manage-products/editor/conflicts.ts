import { fieldsMeanwhile } from '#kit/ui/admin/fields-meanwhile.ts'
import { changedFields, type Draft } from './draft.ts'

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
export function conflictsOf(versions: Versions): Conflict[] {
  const { fields, untouched } = fieldsMeanwhile(changedFields, versions)
  return fields.map((field) => ({ field, isMine: !untouched.includes(field) }))
}

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
