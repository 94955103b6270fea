import { type ComponentProps, type FormEvent, type RefObject, useState } from 'react'
import { fieldErrors, ProblemError } from '#kit/browser/client.ts'
import type { FieldError } from '#kit/problem.ts'
import { lowerFirst } from '#kit/text/first-letter.ts'
import { useFocusOnError } from './use-focus-on-error.ts'
import { useSubmit } from './use-submit.ts'

interface CheckedForm {
  readonly busy: boolean
  /** What the last submit threw; null when all its errors are shown at the fields. */
  readonly error: unknown
  /** The error of each field by its name, until that field is edited. */
  readonly errors: Readonly<Record<string, string>>
  /** Removes the error of a field that a button changed. */
  clearError(name: string): void
  /** Props for the `form`. */
  readonly form: Pick<ComponentProps<'form'>, 'noValidate' | 'method' | 'onSubmit'> & {
    readonly ref: RefObject<HTMLFormElement | null>
    onChange(event: FormEvent<HTMLFormElement>): void
  }
}

const NONE: ReadonlySet<string> = new Set()

/**
 * {@link useSubmit} for a form that shows errors at its fields: those of `check` before the action, of the server's
 * refusal after it. Focuses the first field with an error. Browser validation messages are off.
 */
export function useCheckedForm(
  action: (field: (name: string) => string) => Promise<void>,
  check: (form: HTMLFormElement) => readonly FieldError[] = checkFields,
): CheckedForm {
  const [edited, setEdited] = useState(NONE)
  const [isShown, setIsShown] = useState(false)
  const { busy, error, onSubmit } = useSubmit(async (field) => {
    const form = ref.current
    try {
      if (form) throwFirst(check(form))
      await action(field)
    } catch (thrown) {
      setIsShown(form !== null && isShownAtFields(form, thrown))
      throw thrown
    }
  })
  const ref = useFocusOnError(error)
  const clearError = (name: string) => setEdited((names) => new Set([...names, name]))
  const errors = Object.entries(fieldErrors(error)).filter(([name]) => !edited.has(name))
  return {
    busy,
    error: isShown ? null : error,
    errors: Object.fromEntries(errors),
    clearError,
    form: {
      ref,
      noValidate: true,
      method: 'post',
      onSubmit: (event) => {
        setEdited(NONE)
        onSubmit(event)
      },
      // Not `onInput`, after which a select of which the value is state is reset before it tells that it changed.
      onChange: ({ target }) => {
        if ('name' in target) clearError(String(target.name))
      },
    },
  }
}

function throwFirst(errors: readonly FieldError[]): void {
  const [first] = errors
  if (first) throw new ProblemError(422, 'invalid', first.detail, { errors })
}

/** A locked field shows no error. */
function isShownAtFields(form: HTMLFormElement, thrown: unknown): boolean {
  const names = Object.keys(fieldErrors(thrown))
  return (
    names.length > 0 &&
    names.every((name) => form.querySelector(`[name="${CSS.escape(name)}"]:not([readonly])`) !== null)
  )
}

type CheckedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * The errors of the fields of a form, from the first to the last, with their labels in the messages. Checks the attributes
 * `required`, `type="email"` and `minLength`; the server checks the rest. Skips disabled and read-only fields.
 */
export function checkFields(form: HTMLFormElement): FieldError[] {
  return [...form.elements].filter(isChecked).flatMap((field) => {
    const detail = problemOf(field)
    return detail === undefined ? [] : [{ pointer: `#/${field.name}`, detail }]
  })
}

const isChecked = (element: Element): element is CheckedField =>
  (element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement) &&
  element.name !== '' &&
  element.willValidate

function problemOf(field: CheckedField): string | undefined {
  const label = field.labels?.[0]?.textContent ?? field.name
  const what = `The ${lowerFirst(label)}`
  if (field.type === 'checkbox') return field.validity.valueMissing ? 'This has to be ticked.' : undefined
  // A password may begin or end with spaces.
  const text = field.type === 'password' ? field.value : field.value.trim()
  if (text === '') return field.required ? `${what} is required.` : undefined
  if (field.validity.typeMismatch) return 'This is not an e-mail address.'
  // `validity.tooShort` ignores a text that was not typed, such as that of a password manager.
  if ('minLength' in field && text.length < field.minLength)
    return `${what} has to have at least ${field.minLength} characters.`
  return undefined
}
