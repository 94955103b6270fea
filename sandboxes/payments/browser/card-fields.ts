import { classNames } from '#kit/ui/mark/class-names.ts'
import { buildElement } from './build-element.ts'
import {
  brandOfEntry,
  type CardField,
  type CardTexts,
  digitsOf,
  type EntryError,
  errorOf,
  formatCvc,
  formatExpiry,
  formatNumber,
} from './card-entry.ts'
import type { CardBrand } from './card-number.ts'

/** The state of the fields, sent whenever one has changed. */
export interface CardState {
  readonly texts: CardTexts
  readonly brand: CardBrand
  readonly complete: boolean
  readonly empty: boolean
  /** The first visible error: of a field that lost the focus or is complete. */
  readonly error: EntryError | undefined
}

export interface CardFieldsEvents {
  changed(state: CardState): void
  focused(): void
  blurred(): void
  escaped(): void
}

/** Three labelled inputs for a card. */
export interface CardFields {
  readonly root: HTMLElement
  state(): CardState
  /** Shows all errors, moves the focus to the first, and returns it. */
  showErrors(): EntryError | undefined
  setDisabled(disabled: boolean): void
  focus(): void
  blur(): void
  clear(): void
}

interface FieldOptions {
  readonly label: string
  readonly name: string
  readonly placeholder: string
  readonly autocomplete: string
  readonly maxlength: string
  readonly className?: string
}

// The names are those of Stripe's own fields, so that browsers and password managers recognize them.
const FIELDS: Record<CardField, FieldOptions> = {
  number: {
    label: 'Card number',
    name: 'cardnumber',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    maxlength: '23',
    className: 'col-span-2',
  },
  expiry: {
    label: 'Expiration date',
    name: 'exp-date',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
    maxlength: '9',
  },
  cvc: { label: 'CVC', name: 'cvc', placeholder: 'CVC', autocomplete: 'cc-csc', maxlength: '4' },
}

const ORDER: readonly CardField[] = ['number', 'expiry', 'cvc']

const BOX =
  'h-11 w-full rounded border bg-paper px-3 text-base text-ink placeholder:text-muted transition-colors read-only:bg-sunken read-only:text-muted'
const EDGE = 'border-edge hover:border-ink'
const INVALID = 'border-bad'

let createdCount = 0

export function createCardFields(events: CardFieldsEvents): CardFields {
  const id = `card-${++createdCount}`
  const inputs: Record<CardField, HTMLInputElement> = {
    number: createInput(id, 'number'),
    expiry: createInput(id, 'expiry'),
    cvc: createInput(id, 'cvc'),
  }
  const touched = new Set<CardField>()
  const state = (): CardState => stateOf(inputs, touched)
  const show = (): void => {
    for (const field of ORDER) mark(inputs[field], shownError(field, inputs, touched))
    events.changed(state())
  }
  for (const field of ORDER) connect(field, inputs, touched, events, show)
  const root = buildElement(
    'div',
    { class: 'grid grid-cols-2 gap-x-4 gap-y-4', role: 'group', 'aria-label': 'Card' },
    ...ORDER.map((field) => labelled(field, inputs[field])),
  )
  return {
    root,
    state,
    showErrors: () => {
      for (const field of ORDER) touched.add(field)
      show()
      const first = ORDER.find((field) => errorOf(field, textsOf(inputs), new Date()))
      if (first) inputs[first].focus()
      return state().error
    },
    setDisabled: (disabled) => {
      // `disabled` would remove the focus from the field after a payment by the Enter key.
      for (const field of ORDER) {
        inputs[field].readOnly = disabled
        inputs[field].ariaDisabled = disabled ? 'true' : null
      }
    },
    focus: () => inputs.number.focus(),
    blur: () => {
      for (const field of ORDER) inputs[field].blur()
    },
    clear: () => {
      for (const field of ORDER) inputs[field].value = ''
      touched.clear()
      show()
    },
  }
}

function createInput(id: string, field: CardField): HTMLInputElement {
  const { name, placeholder, autocomplete, maxlength } = FIELDS[field]
  return buildElement('input', {
    id: `${id}-${field}`,
    name,
    placeholder,
    autocomplete,
    maxlength,
    type: 'text',
    inputmode: 'numeric',
    spellcheck: 'false',
    'aria-required': 'true',
    class: classNames(BOX, EDGE),
  })
}

function labelled(field: CardField, input: HTMLInputElement): HTMLElement {
  const { label, className } = FIELDS[field]
  const caption = buildElement('label', { for: input.id, class: 'mb-1 block text-sm font-medium' }, label)
  const error = buildElement('p', { id: `${input.id}-error`, class: 'mt-1 text-sm text-bad empty:hidden' })
  return buildElement('div', { class: className }, caption, input, error)
}

function connect(
  field: CardField,
  inputs: Record<CardField, HTMLInputElement>,
  touched: Set<CardField>,
  events: CardFieldsEvents,
  show: () => void,
): void {
  const input = inputs[field]
  input.addEventListener('input', (event) => {
    const deleting = event instanceof InputEvent && event.inputType.startsWith('delete')
    replaceText(input, formatted(field, inputs, deleting))
    if (field === 'number') replaceText(inputs.cvc, formatted('cvc', inputs, false))
    touched.delete(field)
    show()
  })
  input.addEventListener('focus', () => events.focused())
  input.addEventListener('blur', () => {
    events.blurred()
    if (input.value === '') return
    touched.add(field)
    show()
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') events.escaped()
  })
}

function formatted(field: CardField, inputs: Record<CardField, HTMLInputElement>, deleting: boolean): string {
  const text = inputs[field].value
  if (field === 'number') return formatNumber(text)
  if (field === 'expiry') return formatExpiry(text, deleting)
  return formatCvc(text, inputs.number.value)
}

/** Replaces the text and keeps the caret after the same digit. At the end it stays at the end. */
function replaceText(input: HTMLInputElement, text: string): void {
  if (input.value === text) return
  const caret = input.selectionStart ?? input.value.length
  const atEnd = caret === input.value.length
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length
  input.value = text
  if (document.activeElement !== input) return
  const position = atEnd ? text.length : positionAfter(text, digitsBefore)
  input.setSelectionRange(position, position)
}

function positionAfter(text: string, digits: number): number {
  let position = 0
  for (let seen = 0; position < text.length && seen < digits; position++) {
    if (/\d/.test(text.charAt(position))) seen++
  }
  return position
}

/** Shows the error of a field below it. */
function mark(input: HTMLInputElement, error: EntryError | undefined): void {
  input.className = classNames(BOX, error ? INVALID : EDGE)
  const text = document.getElementById(`${input.id}-error`)
  if (text) text.textContent = error?.message ?? ''
  if (error) {
    input.setAttribute('aria-invalid', 'true')
    input.setAttribute('aria-describedby', `${input.id}-error`)
  } else {
    input.removeAttribute('aria-invalid')
    input.removeAttribute('aria-describedby')
  }
}

const textsOf = (inputs: Record<CardField, HTMLInputElement>): CardTexts => ({
  number: inputs.number.value,
  expiry: inputs.expiry.value,
  cvc: inputs.cvc.value,
})

/** While typing, only errors that further digits cannot correct are shown. */
function shownError(
  field: CardField,
  inputs: Record<CardField, HTMLInputElement>,
  touched: ReadonlySet<CardField>,
): EntryError | undefined {
  const error = errorOf(field, textsOf(inputs), new Date())
  return touched.has(field) || !error?.code.startsWith('incomplete') ? error : undefined
}

function stateOf(inputs: Record<CardField, HTMLInputElement>, touched: ReadonlySet<CardField>): CardState {
  const texts = textsOf(inputs)
  return {
    texts,
    brand: brandOfEntry(texts.number),
    complete: ORDER.every((field) => !errorOf(field, texts, new Date())),
    empty: ORDER.every((field) => texts[field] === ''),
    error: ORDER.map((field) => shownError(field, inputs, touched)).find((error) => error !== undefined),
  }
}
