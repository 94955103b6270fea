import { type RefObject, useRef, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { type ChosenColumn, chosenColumns, FIXED_COLUMNS, USUAL_COLUMNS } from '#features/orders/states.ts'
import { problemText } from '#kit/browser/client.ts'
import { buttonClasses } from '#kit/ui/form/button.tsx'
import { useShortcuts } from '#kit/ui/overlay/shortcuts.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { saveColumns } from './client.ts'

/**
 * The columns that are shown, and how to show others, which the account keeps. Without those that it has nothing can be
 * chosen, so that the choice does not go.
 */
export function useColumns(loaded: readonly ChosenColumn[] | undefined) {
  const [chosen, setChosen] = useState<readonly ChosenColumn[]>()
  const shown = chosen ?? loaded ?? USUAL_COLUMNS
  // The last choice counts, in whichever sequence the answers arrive.
  const saving = useRef(Promise.resolve())
  const toggle = (column: ChosenColumn) => {
    const next = shown.includes(column) ? shown.filter((each) => each !== column) : [...shown, column]
    setChosen(next)
    saving.current = saving.current
      .then(() => saveColumns({ columns: next }))
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!signOutIfForbidden(error)) notify.error(`The columns are not kept. ${problemText(error)}`)
      })
  }
  return { shown, ...(loaded && { toggle }) }
}

const choices = chosenColumns.filter((column) => !FIXED_COLUMNS.includes(column))

type ColumnsMenuProps = {
  labels: Readonly<Record<ChosenColumn, string>>
  shown: readonly ChosenColumn[]
  onToggle: (column: ChosenColumn) => void
}

/** Chooses the columns of a wide table; a narrow one has no choice. */
export function ColumnsMenu({ labels, shown, onToggle }: ColumnsMenuProps) {
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
