import type { FieldError } from '#kit/problem.ts'

type CheckedField = HTMLInputElement | HTMLTextAreaElement

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
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
  element.name !== '' &&
  element.willValidate

function problemOf(field: CheckedField): string | undefined {
  const label = field.labels?.[0]?.textContent ?? field.name
  const what = `The ${label.charAt(0).toLowerCase()}${label.slice(1)}`
  if (field.type === 'checkbox') return field.validity.valueMissing ? 'This has to be ticked.' : undefined
  // A password may begin or end with spaces.
  const text = field.type === 'password' ? field.value : field.value.trim()
  if (text === '') return field.required ? `${what} is required.` : undefined
  if (field.validity.typeMismatch) return 'This is not an e-mail address.'
  // `validity.tooShort` ignores a text that was not typed, such as that of a password manager.
  if (text.length < field.minLength) return `${what} has to have at least ${field.minLength} characters.`
  return undefined
}
