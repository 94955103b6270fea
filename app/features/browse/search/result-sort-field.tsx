import { useId } from 'react'
import { useNavigate } from 'react-router'
import { catalogue } from '#features/catalog/paths.ts'
import { sortTexts } from '#features/catalog/texts.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { OWN_SEARCH } from '#kit/ui/form/use-address-change.ts'
import { RESULT_SORTS, type ResultSort } from './result-list.ts'

/** The sequence of the results. Without scripts a button submits it. */
export function ResultSortField({ q, sort }: { q: string; sort?: ResultSort | undefined }) {
  const id = useId()
  const navigate = useNavigate()
  return (
    <form action={catalogue.path} className="flex items-center gap-2">
      <input type="hidden" name="q" value={q} />
      <label htmlFor={id} className="font-medium text-sm">
        Sort
      </label>
      <select
        key={sort}
        id={id}
        name="sort"
        defaultValue={sort}
        onChange={({ target: { value } }) => {
          const parameters = new URLSearchParams({ q, ...(value && { sort: value }) })
          navigate(`${catalogue.path}?${parameters}`, { preventScrollReset: true, state: OWN_SEARCH })
        }}
        className="h-10 min-w-0 rounded border border-edge bg-paper px-3 text-ink text-sm hover:border-ink pointer-coarse:h-11"
      >
        <option value="">Best match</option>
        {RESULT_SORTS.map((value) => (
          <option key={value} value={value}>
            {sortTexts[value]}
          </option>
        ))}
      </select>
      <Button type="submit" variant="secondary" className="hidden [@media(scripting:none)]:inline-grid">
        Sort
      </Button>
    </form>
  )
}
