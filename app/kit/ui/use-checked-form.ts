import { type ComponentProps, type FormEvent, type RefObject, useState } from 'react'
import { fieldErrors, ProblemError } from '#kit/browser/client.ts'
import { checkFields } from './check-fields.ts'
import { useFocusOnError } from './use-focus-on-error.ts'
import { useSubmit } from './use-submit.ts'

interface CheckedForm {
  readonly busy: boolean
  /** What the last try threw, unless it is all said at the fields; else null. */
  readonly error: unknown
  /** What is wrong with each field, by its name, until that field is edited. */
  readonly wrong: Readonly<Record<string, string>>
  /** To be spread on the `form`. */
  readonly form: Pick<ComponentProps<'form'>, 'noValidate' | 'method' | 'onSubmit'> & {
    readonly ref: RefObject<HTMLFormElement | null>
    onInput(event: FormEvent<HTMLFormElement>): void
  }
}

const NONE: ReadonlySet<string> = new Set()

/**
 * {@link useSubmit} for a form that says what is wrong at its fields: before the deed by the fields' own rules, and
 * after it by the server's refusal. The first wrong field gets the focus. The browser's own messages are off.
 */
export function useCheckedForm(deed: (field: (name: string) => string) => Promise<void>): CheckedForm {
  const [edited, setEdited] = useState(NONE)
  const [isSaid, setIsSaid] = useState(false)
  const { busy, error, onSubmit } = useSubmit(async (field) => {
    const form = ref.current
    try {
      if (form) refuseWrongFields(form)
      await deed(field)
    } catch (thrown) {
      setIsSaid(form !== null && isSaidAtFields(form, thrown))
      throw thrown
    }
  })
  const ref = useFocusOnError(error)
  const wrong = Object.entries(fieldErrors(error)).filter(([name]) => !edited.has(name))
  return {
    busy,
    error: isSaid ? null : error,
    wrong: Object.fromEntries(wrong),
    form: {
      ref,
      noValidate: true,
      method: 'post',
      onSubmit: (event) => {
        setEdited(NONE)
        onSubmit(event)
      },
      onInput: ({ target }) => {
        if ('name' in target) setEdited((names) => new Set([...names, String(target.name)]))
      },
    },
  }
}

function refuseWrongFields(form: HTMLFormElement): void {
  const errors = checkFields(form)
  const [first] = errors
  if (first) throw new ProblemError(422, 'invalid', first.detail, { errors })
}

function isSaidAtFields(form: HTMLFormElement, thrown: unknown): boolean {
  const names = Object.keys(fieldErrors(thrown))
  return names.length > 0 && names.every((name) => form.elements.namedItem(name) !== null)
}
