import { ChosenBar } from '#kit/ui/admin/chosen.tsx'
import type { Chosen } from '#kit/ui/admin/use-chosen.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { productsText, useFeaturing } from './use-featuring.ts'

type FeaturedBarProps = {
  chosen: Chosen
  /** Whether all rows of the list are featured, so that they can only stop to be. */
  areFeatured?: boolean
  onMarked?: (ids: readonly string[]) => unknown
}

/** Marks the chosen products for the home page, or takes the marks away. */
export function FeaturedBar({ chosen, areFeatured = false, onMarked }: FeaturedBarProps) {
  const { busy, mark } = useFeaturing(async (ids) => {
    await onMarked?.(ids)
    chosen.clear()
  })
  const run = (featured: boolean) => void mark([...chosen.ids], featured)
  return (
    <ChosenBar label="Chosen products" chosen={chosen} text={productsText(chosen.ids.size)}>
      {!areFeatured && (
        <Button size="sm" busy={busy} onClick={() => run(true)}>
          Mark as featured
        </Button>
      )}
      <Button size="sm" variant="secondary" busy={busy} onClick={() => run(false)}>
        Remove from featured
      </Button>
    </ChosenBar>
  )
}
