import { type RefObject, useRef, useState } from 'react'
import { buttonClasses } from '#kit/ui/form/button.tsx'
import { useShortcuts } from '#kit/ui/overlay/shortcuts.tsx'

type KeptColumns<Name extends string> = {
  /** Those that the account keeps; undefined when they could not be loaded. */
  loaded: readonly Name[] | undefined
  usual: readonly Name[]
  save: (columns: Name[]) => Promise<unknown>
  onFailure: (error: unknown) => void
}

/**
 * The columns that are shown, and how to show others, which the account keeps. Without those that it has nothing can be
 * chosen, so that the choice does not go.
 */
export function useColumns<Name extends string>({ loaded, usual, save, onFailure }: KeptColumns<Name>) {
  const [chosen, setChosen] = useState<readonly Name[]>()
  const shown = chosen ?? loaded ?? usual
  // The last choice counts, in whichever sequence the answers arrive.
  const saving = useRef(Promise.resolve())
  const toggle = (column: Name) => {
    const next = shown.includes(column) ? shown.filter((each) => each !== column) : [...shown, column]
    setChosen(next)
    saving.current = saving.current
      .then(() => save(next))
      .then(() => undefined)
      .catch(onFailure)
  }
  return { shown, ...(loaded && { toggle }) }
}

type ColumnsMenuProps<Name extends string> = {
  /** Those that can be hidden. */
  choices: readonly Name[]
  labels: Readonly<Record<Name, string>>
  shown: readonly Name[]
  onToggle: (column: Name) => void
}

/** Chooses the columns of a wide table; a narrow one has no choice. */
export function ColumnsMenu<Name extends string>({
  choices,
  labels,
  shown,
  onToggle,
}: ColumnsMenuProps<Name>) {
  const menu = useRef<HTMLDetailsElement>(null)
  useShortcuts([{ keys: 'c', label: 'Choose columns', run: () => openMenu(menu) }])
  return (
    <details
      ref={menu}
      className="relative max-lg:hidden"
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' || !currentTarget.open) return
        currentTarget.open = false
        currentTarget.querySelector('summary')?.focus()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
    >
      <summary className={`${buttonClasses({ variant: 'secondary' })} list-none`}>
        <span>Columns</span>
      </summary>
      <fieldset className="float absolute end-0 z-3 mt-1 grid w-48 p-2 text-sm">
        <legend className="sr-only">Columns</legend>
        {choices.map((column) => (
          <label key={column} className="flex min-h-8 cursor-pointer items-center gap-2 px-2">
            <input
              type="checkbox"
              className="size-4"
              checked={shown.includes(column)}
              onChange={() => onToggle(column)}
            />
            {labels[column]}
          </label>
        ))}
      </fieldset>
    </details>
  )
}

type Menu = RefObject<HTMLDetailsElement | null>

function openMenu({ current }: Menu): boolean {
  if (!current?.checkVisibility()) return false
  current.open = true
  current.querySelector('input')?.focus()
  return true
}
