import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { fetchReorderSuggestion } from '#features/overview/admin/client.ts'
import type { ReorderSuggestion as Suggestion } from '#features/overview/schema.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'

type ReorderSuggestionProps = {
  productId: string
  /** What the field has. */
  value: string | undefined
  onUse: (value: string) => void
}

/** The reorder point that the sales suggest, below its field. Nothing is filled in by itself. */
export function ReorderSuggestion({ productId, value, onUse }: ReorderSuggestionProps) {
  const found = useSuggestion(productId)
  if (!found) return null
  const { suggested } = found
  const isThere = suggested !== undefined && value === String(suggested)
  return (
    <div className="-mt-2 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 flex-1 basis-48 text-muted">{suggestionText(found)}</p>
      {suggested !== undefined && !isThere && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Use ${formatCount(suggested)} as the reorder point`}
          onClick={() => onUse(String(suggested))}
        >
          {`Use ${formatCount(suggested)}`}
        </Button>
      )}
    </div>
  )
}

/** Without an answer the form does without it. */
function useSuggestion(id: string): Suggestion | undefined {
  const [found, setFound] = useState<Suggestion>()
  useEffect(() => {
    const controller = new AbortController()
    fetchReorderSuggestion(id, controller.signal).then(setFound, (error: unknown) => {
      if (!controller.signal.aborted) signOutIfForbidden(error)
    })
    return () => controller.abort()
  }, [id])
  return found
}

function suggestionText({ days, perWeek, suggested, coveredDays }: Suggestion): string {
  if (suggested === undefined) return `None sold in the last ${days} days.`
  const weekly = perWeek < 1 ? 'Less than 1' : `About ${formatCount(Math.round(perWeek))}`
  return `${weekly} a week sold in the last ${days} days; suggested: ${formatCount(suggested)}, which lasts ${coveredDays} days.`
}
