import { useState } from 'react'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'

/**
 * All rows that match the filter, also those that the list does not show, once they were asked for. `filter` is the same object
 * or text as long as the filter is the same. `load` resolves to them, `onFailure` is told why not.
 */
export function useAllMatching<Row extends { readonly _id: string }>(
  filter: unknown,
  load: () => Promise<readonly Row[]>,
  onFailure: (error: unknown) => void,
) {
  const [found, setFound] = useState<{ readonly filter: unknown; readonly rows: readonly Row[] }>()
  const [busy, setBusy] = useState(false)
  const loadAll = async (): Promise<readonly Row[]> => {
    setBusy(true)
    try {
      const rows = await load()
      setFound({ filter, rows })
      return rows
    } catch (error) {
      onFailure(error)
      return []
    } finally {
      setBusy(false)
    }
  }
  const rows = found && found.filter === filter ? found.rows : undefined
  return { rows, ids: rows?.map(({ _id }) => _id), busy, load: loadAll }
}

type ChooseMatchingProps = {
  /** How many match; with `isTotalCut` there are more. */
  total: number
  isTotalCut: boolean
  /** So many can be chosen. */
  most: number
  matching: Pick<ReturnType<typeof useAllMatching>, 'busy' | 'load'>
  onChosen: (ids: readonly string[]) => void
}

/** Beside the choice of all that are shown: all that match, as many as can be chosen. */
export function ChooseMatching({ total, isTotalCut, most, matching, onChosen }: ChooseMatchingProps) {
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={matching.busy}
      onClick={async () => onChosen((await matching.load()).map(({ _id }) => _id))}
    >
      {isTotalCut || total > most
        ? `Choose the first ${formatCount(most)} that match`
        : `Choose all ${formatCount(total)} that match`}
    </Button>
  )
}
