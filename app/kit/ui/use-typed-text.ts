import { useState } from 'react'
import { readDrafts, writeDrafts } from '#kit/drafts.ts'

/**
 * The text typed into the fields of a form, by field; fields that were not edited are absent. It is kept as drafts of the
 * account with that e-mail, each under its key. Nothing is kept without an `email`.
 */
export function useTypedText<Field extends string>(
  email: string | undefined,
  keys: Readonly<Record<Field, string>>,
) {
  type Typed = Partial<Record<Field, string>>
  // After a reload an emptied field counts as not typed.
  const fields = Object.keys(keys) as Field[]
  const [typed, setTyped] = useState<Typed>(() => {
    const drafts = email === undefined ? {} : readDrafts(email)
    return Object.fromEntries(fields.flatMap((field) => keepTyped(field, drafts[keys[field]]))) as Typed
  })
  const save = (part: Readonly<Partial<Record<Field, string | undefined>>>) => {
    if (email === undefined) return
    const changes = fields.filter((field) => field in part).map((field) => [keys[field], part[field]])
    writeDrafts(email, Object.fromEntries(changes))
  }
  return {
    typed,
    change: (part: Typed) => {
      setTyped((before) => ({ ...before, ...part }))
      save(part)
    },
    /** Forgets what was typed. */
    discard: () => {
      setTyped({})
      save(Object.fromEntries(fields.map((field) => [field, undefined])) as Typed)
    },
  }
}

const keepTyped = <Field>(field: Field, text: string | undefined) => (text ? [[field, text] as const] : [])
