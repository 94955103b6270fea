import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { categoryPath, partPath } from '#features/catalog/paths.ts'
import type { Suggestions } from '#features/catalog/schema.ts'
import { loadCodeSoon } from '#kit/browser/page-code.ts'
import { useAddressChange } from '#kit/ui/form/use-address-change.ts'
import { useSuggestions } from './use-suggestions.ts'

/** The paths of all options, in the sequence of the list. */
const pathsOf = ({ categories, parts }: Suggestions): string[] => [
  ...categories.map(({ slug }) => categoryPath(slug)),
  ...parts.map(({ sku }) => partPath(sku)),
]

/** Opens, moves in and closes the list of suggestions with the keys of the field. An option is known by its path. */
export function useCombobox(field: RefObject<HTMLInputElement | null>) {
  const { list, isOutdated, search } = useSuggestions()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState<string>()
  const navigate = useNavigate()
  const paths = list ? pathsOf(list.found) : []
  const isShown = isOpen && paths.length > 0
  // An option that a newer list no longer has is not chosen.
  const activeIndex = active !== undefined && isShown ? paths.indexOf(active) : -1

  const open = () => {
    setIsOpen(true)
    search(field.current?.value ?? '')
  }
  const close = () => {
    setIsOpen(false)
    setActive(undefined)
  }
  /** Also cancels a running search. */
  const end = () => {
    close()
    search('')
  }
  const move = (step: 1 | -1) => {
    open()
    const next = activeIndex === -1 && step === -1 ? -1 : activeIndex + step
    const path = paths.at(next % paths.length)
    setActive(path)
    if (path !== undefined) loadCodeSoon(path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOf(event, isShown)
    if (action === 'follow' && activeIndex === -1) return end()
    if (action) event.preventDefault()
    if (action === 'open') open()
    if (action === 'close') close()
    if (action === 'clear' && field.current?.value) {
      field.current.value = ''
      field.current.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (action === 'next') move(1)
    if (action === 'previous') move(-1)
    if (action === 'follow' && active !== undefined) {
      end()
      navigate(active)
    }
    if (MOVES_IN_TEXT.has(event.key)) setActive(undefined)
  }
  const onInput = () => {
    setActive(undefined)
    open()
  }

  useFieldEvents(field, { input: onInput, keydown: onKeyDown, blur: end })
  useAddressChange(end)
  const count = isOpen && list && !isOutdated ? paths.length : undefined
  return { list, isOutdated, isShown, activeIndex, count, end }
}

const MOVES_IN_TEXT = new Set(['Home', 'End', 'ArrowLeft', 'ArrowRight'])

type Action = 'open' | 'close' | 'clear' | 'next' | 'previous' | 'follow'

/** What a key does beside its usual effect in a text field; those of an input method belong to it. */
function actionOf(event: KeyboardEvent, isShown: boolean): Action | undefined {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  if (event.key === 'Enter') return 'follow'
  if (event.key === 'Escape') return isShown ? 'close' : 'clear'
  if (event.key === 'ArrowDown') return event.altKey ? 'open' : 'next'
  if (event.key === 'ArrowUp') return event.altKey ? 'close' : 'previous'
  return undefined
}

interface FieldEvents {
  readonly input: () => void
  readonly keydown: (event: KeyboardEvent) => void
  readonly blur: () => void
}

/** Listens to the field, which is rendered before this code is loaded. Text that was typed since then is an input too. */
function useFieldEvents(field: RefObject<HTMLInputElement | null>, { input, keydown, blur }: FieldEvents) {
  const onInput = useEffectEvent(input)
  const onKeyDown = useEffectEvent(keydown)
  const onBlur = useEffectEvent(blur)
  useEffect(() => {
    const element = field.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('input', () => onInput(), { signal })
    element.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    element.addEventListener('blur', () => onBlur(), { signal })
    const isFocused = document.activeElement === element
    if (isFocused && element.value !== element.defaultValue) onInput()
    return () => listening.abort()
  }, [field])
}
