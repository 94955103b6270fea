import type { StripeCardElement } from '@stripe/stripe-js'
import { type EntryError, readExpiry } from './card-entry.ts'
import { type CardFields, type CardState, createCardFields } from './card-fields.ts'
import type { FormValues } from './sandbox-api.ts'

type Handler = (event: object) => unknown

/** A card element, with what the sandbox needs in addition to Stripe's interface. */
export interface SandboxCardElement {
  readonly element: StripeCardElement
  /** The card to send, or its error, which the fields then show too. */
  collect(): { readonly card: FormValues } | { readonly error: EntryError }
}

/** Creates a card element like Stripe's, but of inputs in the page itself. `destroyed` is called once. */
export function createCardElement(
  options: { disabled?: boolean },
  destroyed: () => void,
): SandboxCardElement {
  const handlers = new Map<string, Map<Handler, boolean>>()
  const emit = (type: string, details: object = {}): void => {
    for (const [handler, once] of [...(handlers.get(type) ?? [])]) {
      if (once) handlers.get(type)?.delete(handler)
      handler({ elementType: 'card', ...details })
    }
  }
  const fields = createCardFields({
    changed: (state) => emit('change', changeOf(state)),
    focused: () => emit('focus'),
    blurred: () => emit('blur'),
    escaped: () => emit('escape'),
  })
  fields.setDisabled(options.disabled ?? false)
  const add = (type: string, handler: Handler, once: boolean) => {
    handlers.set(type, (handlers.get(type) ?? new Map()).set(handler, once))
    return element
  }
  const element = {
    ...mounting(fields, emit, destroyed),
    on: (type: string, handler: Handler) => add(type, handler, false),
    addEventListener: (type: string, handler: Handler) => add(type, handler, false),
    once: (type: string, handler: Handler) => add(type, handler, true),
    off: (type: string, handler?: Handler) => {
      if (handler) handlers.get(type)?.delete(handler)
      else handlers.delete(type)
      return element
    },
    update: (changes: { disabled?: boolean }) => {
      if (changes.disabled !== undefined) fields.setDisabled(changes.disabled)
    },
    focus: fields.focus,
    blur: fields.blur,
    clear: fields.clear,
  } as unknown as StripeCardElement
  return { element, collect: () => collect(fields) }
}

function mounting(fields: CardFields, emit: (type: string) => void, destroyed: () => void) {
  return {
    mount: (target: string | HTMLElement) => {
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!container) throw new Error(`The selector you specified (${target}) applies to no DOM elements.`)
      container.replaceChildren(fields.root)
      // Asynchronous like Stripe's event, since the caller subscribes after mounting.
      setTimeout(() => emit('ready'), 0)
    },
    unmount: () => fields.root.remove(),
    destroy: () => {
      fields.root.remove()
      destroyed()
    },
  }
}

const changeOf = ({ brand, complete, empty, error }: CardState): object => ({
  brand,
  complete,
  empty,
  error,
  value: { postalCode: '' },
})

function collect(fields: CardFields): ReturnType<SandboxCardElement['collect']> {
  const error = fields.showErrors()
  if (error) return { error }
  const { number, expiry, cvc } = fields.state().texts
  const date = readExpiry(expiry)
  return {
    card: { number: number.replaceAll(' ', ''), exp_month: date?.month, exp_year: date?.year, cvc },
  }
}
