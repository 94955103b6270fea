import { useState } from 'react'
import { readDrafts, writeDrafts } from './drafts.ts'

/**
 * The text typed into the fields of a form, by field; fields that were not edited are absent. It is kept as drafts of the
 * account with that e-mail, each under its key. Nothing is kept without an `email`. `given` replaces what was kept.
 */
export function useTypedText<Field extends string>(
  email: string | undefined,
  keys: Readonly<Partial<Record<Field, string>>>,
  given?: Readonly<Partial<Record<Field, string>>>,
) {
  type Typed = Partial<Record<Field, string>>
  // After a reload an emptied field counts as not typed.
  const fields = Object.entries(keys) as [Field, string][]
  const [typed, setTyped] = useState<Typed>(() => {
    const drafts = email === undefined ? {} : readDrafts(email)
    const kept = fields.filter(([, key]) => drafts[key]).map(([field, key]) => [field, drafts[key]])
    return { ...(Object.fromEntries(kept) as Typed), ...given }
  })
  const save = (part: Readonly<Partial<Record<Field, string | undefined>>>) => {
    if (email === undefined) return
    const changes = fields.filter(([field]) => field in part).map(([field, key]) => [key, part[field]])
    writeDrafts(email, Object.fromEntries(changes))
  }
  const forget = () => save(Object.fromEntries(fields.map(([field]) => [field, undefined])) as Typed)
  return {
    typed,
    change: (part: Typed) => {
      setTyped((before) => ({ ...before, ...part }))
      save(part)
    },
    /**
     * Empties the fields, also what they show until something is typed; the drafts stay. Returns what undoes it, but for what was
     * typed since.
     */
    empty: () => {
      setTyped(Object.fromEntries(fields.map(([field]) => [field, ''])) as Typed)
      return () =>
        setTyped((now) => {
          const since = Object.entries(now).filter(([, text]) => text !== '')
          return { ...typed, ...(Object.fromEntries(since) as Typed) }
        })
    },
    /** Deletes the drafts; the fields stay as they are. */
    forget,
    discard: () => {
      setTyped({})
      forget()
    },
  }
}
