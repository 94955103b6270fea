import { COUNTED_AT_ONCE } from '#features/stock-count/limits.ts'
import { stockCountPath } from '#features/stock-count/paths.ts'
import { ChosenBar } from '#kit/ui/admin/chosen.tsx'
import type { Chosen } from '#kit/ui/admin/use-chosen.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { productsText, useFeaturing } from './use-featuring.ts'

type ChosenProductsBarProps = {
  chosen: Chosen
  /** Whether all rows of the list are featured, so that they can only stop to be. */
  areFeatured?: boolean
  onMarked?: (ids: readonly string[]) => unknown
}

/** Marks the chosen products for the home page, or takes the marks away; leads to the count of their stocks. */
export function ChosenProductsBar({ chosen, areFeatured = false, onMarked }: ChosenProductsBarProps) {
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
      {chosen.ids.size > COUNTED_AT_ONCE ? (
        <span className="text-muted text-sm">{`Up to ${COUNTED_AT_ONCE} can be counted at once`}</span>
      ) : (
        <ButtonLink to={stockCountPath([...chosen.ids])} size="sm" variant="secondary">
          Count stock
        </ButtonLink>
      )}
    </ChosenBar>
  )
}
