import { useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { appendText, readPastedText, writePastedText } from '#features/cart/pasted-text.ts'
import { CART_PATH } from '#features/cart/paths.ts'
import { Button } from '#kit/ui/form/button.tsx'

/** Takes a list of parts to the cart, which reads it. The field is uncontrolled, so text typed before hydration stays. */
export function PasteList() {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const navigate = useNavigate()
  const read = () => {
    const text = field.current?.value ?? ''
    if (text.trim() !== '') writePastedText(appendText(readPastedText(), text))
    navigate(CART_PATH)
  }
  return (
    <section aria-labelledby={`${id}-title`} className="home-paste noscript:hidden">
      <p id={`${id}-title`} className="font-semibold text-lg">
        Paste a list
      </p>
      <label htmlFor={id} className="font-medium text-sm">
        Part numbers and quantities
      </label>
      <textarea
        id={id}
        ref={field}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-describedby={`${id}-hint`}
        placeholder={'HX-933-M8-40\t500\nSC-912-M6-20; 1,000\n200 x BB-608-2RS'}
        className="quick-order-text"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id={`${id}-hint`} className="text-muted text-sm">
          One part per line.
        </p>
        <Button onClick={read}>See prices and stock</Button>
      </div>
    </section>
  )
}
