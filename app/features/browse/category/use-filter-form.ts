import { type ChangeEvent, type FormEvent, useEffect, useRef } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import { OWN_SEARCH, useAddressChange } from '#kit/ui/form/use-address-change.ts'
import { addressOfForm } from './selection.ts'

const TYPING_PAUSE_MS = 400

/**
 * The handlers of the filters' form: a changed filter is in the address at once, a typed number after a pause. Its fields
 * are uncontrolled, so that quick changes are never lost; they show the address again when another one is opened.
 */
export function useFilterForm(category: string, onSubmitted: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // While it is true, the newest history entry is of this typing and is replaced.
  const isTyping = useRef(false)
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => () => clearTimeout(timer.current), [])
  useAddressChange(() => {
    clearTimeout(timer.current)
    isTyping.current = false
    form.current?.reset()
  })

  const apply = (whileTyping: boolean) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const address = addressOfForm(category, new FormData(form.current))
    if (createPath(address) !== location.pathname + location.search)
      navigate(address, { replace: isTyping.current, preventScrollReset: true, state: OWN_SEARCH })
    isTyping.current = whileTyping
  }

  return {
    ref: form,
    onChange: ({ target }: ChangeEvent<HTMLFormElement>) => {
      if (!isNumberField(target)) return apply(false)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => apply(true), TYPING_PAUSE_MS)
    },
    onBlur: () => {
      isTyping.current = false
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      apply(false)
      onSubmitted()
    },
  }
}

const isNumberField = (field: Element): boolean => field.matches('input[inputmode=decimal]')
