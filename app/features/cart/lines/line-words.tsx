import { useState } from 'react'
import { LONGEST_LINE_NOTE } from '#features/quote/limits.ts'
import { type BuyerWords, buyerWordsOf } from '#kit/notes/buyer-words.ts'
import { buyerWordsTexts, OWN_NUMBER } from '#kit/notes/buyer-words-texts.ts'
import { LONGEST_OWN_NUMBER } from '#kit/notes/limits.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { type CartLine, changeCart } from '../cart-store.ts'
import { cartLine } from '../lines.ts'

type LineWordsProps = {
  line: CartLine
  /** What the line is called, for screen readers. */
  name: string
  isEdited: boolean
  onEdit: (isEdited: boolean) => void
}

/** What the buyer calls the part of a line and says of it: to read, or as fields. */
export function LineWords({ line, name, isEdited, onEdit }: LineWordsProps) {
  if (isEdited) return <WordFields line={line} name={name} onDone={() => onEdit(false)} />
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
      {buyerWordsTexts(line).map((text) => (
        <span key={text} className="min-w-0 [overflow-wrap:anywhere]">
          {text}
        </span>
      ))}
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Change your part number and note of ${name}`}
        onClick={() => onEdit(true)}
      >
        Change
      </Button>
    </p>
  )
}

type WordFieldsProps = Pick<LineWordsProps, 'line' | 'name'> & { onDone: () => void }

/** What is typed is in the cart at once. */
function WordFields({ line: { productId, own = '', note = '' }, name, onDone }: WordFieldsProps) {
  const [typed, setTyped] = useState({ own, note })
  const field = (member: keyof BuyerWords, label: string, maxLength: number) => (
    <label className="grid gap-1 font-medium text-sm">
      {label}
      <input
        aria-label={`${label} of ${name}`}
        className="cart-quantity text-start! font-normal"
        autoComplete="off"
        maxLength={maxLength}
        // biome-ignore lint/a11y/noAutofocus: a button has just opened the fields.
        autoFocus={member === 'own'}
        value={typed[member]}
        onChange={({ target: { value } }) => {
          const words = { ...typed, [member]: value }
          setTyped(words)
          setWords(productId, words)
        }}
        onKeyDown={({ key }) => key === 'Enter' && onDone()}
      />
    </label>
  )
  return (
    <div className="cart-words">
      {field('own', OWN_NUMBER, LONGEST_OWN_NUMBER)}
      {field('note', 'Note', LONGEST_LINE_NOTE)}
      <Button variant="secondary" size="sm" aria-label={`Close the note of ${name}`} onClick={onDone}>
        Done
      </Button>
    </div>
  )
}

function setWords(productId: string, { own, note }: { own: string; note: string }): void {
  const words = buyerWordsOf({ own: own.trim(), note: note.trim() })
  changeCart((lines) =>
    lines.map((line) =>
      line.productId === productId ? cartLine({ productId, quantity: line.quantity, ...words }) : line,
    ),
  )
}
