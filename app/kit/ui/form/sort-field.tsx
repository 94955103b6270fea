import { useId } from 'react'
import { createPath, useNavigate } from 'react-router'
import { Button } from './button.tsx'
import { OWN_SEARCH } from './use-address-change.ts'

type SortFieldProps = {
  /** The address of the list, without its query. */
  list: { readonly pathname: string; readonly hash?: string }
  /** The search of the list, which stays. */
  q: string | undefined
  /** The chosen sort; the first choice has no parameter in the address. */
  sort: string
  choices: readonly { readonly value: string; readonly label: string }[]
}

/** The sequence of a list whose search and sort are in the address. Without scripts a button submits it. */
export function SortField({ list, q, sort, choices }: SortFieldProps) {
  const id = useId()
  const navigate = useNavigate()
  return (
    <form action={createPath(list)} className="flex items-center gap-2">
      {q !== undefined && <input type="hidden" name="q" value={q} />}
      <label htmlFor={id} className="font-medium text-sm">
        Sort
      </label>
      <select
        key={`${q} ${sort}`}
        id={id}
        name="sort"
        defaultValue={sort}
        onChange={({ target: { value } }) => {
          const parameters = new URLSearchParams({
            ...(q !== undefined && { q }),
            ...(value && { sort: value }),
          })
          navigate({ ...list, search: `${parameters}` }, { preventScrollReset: true, state: OWN_SEARCH })
        }}
        className="h-10 min-w-0 rounded border border-edge bg-paper px-3 text-ink text-sm hover:border-ink pointer-coarse:h-11"
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Button type="submit" variant="secondary" className="hidden [@media(scripting:none)]:inline-grid">
        Sort
      </Button>
    </form>
  )
}
