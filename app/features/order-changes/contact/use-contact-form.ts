import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import type { FieldError } from '#kit/problem.ts'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { type ContactTexts, checkContact } from './contact-texts.ts'

type ContactFormOptions = {
  /** The account whose tab keeps what is typed; nothing is kept without it. */
  email: string | undefined
  /** The name of the draft of each field. */
  drafts: Readonly<Partial<Record<keyof ContactTexts, string>>>
  /** What the fields show until something else is typed; undefined while that is loading. */
  saved: (Pick<ContactTexts, 'phone' | 'address'> & Partial<ContactTexts> & { origin?: string }) | undefined
  /** What is wrong with the form, if these texts are not all of it. */
  check?: (texts: ContactTexts) => readonly FieldError[]
  /** Sends the form. What it throws is shown: at the fields, else as `error`. */
  send: (texts: ContactTexts) => Promise<void>
}

/** A form with `ContactFields`, whose props are `fields`: its drafts, its checks, and what the shop refuses. */
export function useContactForm({ email, drafts, saved, check = checkContact, send }: ContactFormOptions) {
  const { typed, ...draft } = useTypedText<keyof ContactTexts>(email, drafts)
  const { origin, phone, address } = { ...saved, ...typed }
  const { poNumber, note } = { poNumber: '', note: '', ...saved, ...typed }
  const isLoading = phone === undefined || address === undefined
  const texts = { phone: phone ?? '', address: address ?? '', poNumber, note }
  const { errors, form, ...state } = useCheckedForm(
    async () => {
      try {
        if (!isLoading) await send(texts)
      } catch (thrown) {
        if (!signOutIfUnauthorized(thrown)) throw thrown
      }
    },
    () => check(texts),
  )
  const isOwn = typed.phone === undefined && typed.address === undefined
  return {
    ...state,
    draft,
    isLoading,
    errors,
    form: { ...form, 'aria-busy': isLoading },
    fields: {
      texts: { ...texts, phone, address },
      origin: isOwn ? origin : undefined,
      onChange: draft.change,
      errors,
    },
  }
}
