import { formatCount } from '#kit/text/count-text.ts'
import { UNDO_MS } from '#kit/time.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { replacePart } from './replace-part.ts'
import { UndoButton } from './undo-button.tsx'

/** Replaces a part as {@link replacePart} does, and says so with a way back. Throws as a call. */
export async function replaceAndSay(productId: string, sku: string): Promise<void> {
  const replaced = await replacePart(productId, sku)
  if (replaced) notifyReplaced(productId, sku, replaced)
  else notify.error(`${sku} is no longer sold.`)
}

function notifyReplaced(
  productId: string,
  sku: string,
  { before, after, undo }: NonNullable<Awaited<ReturnType<typeof replacePart>>>,
): void {
  const id = `replaced ${productId}`
  const pieces = before === 0 ? formatCount(after) : `${formatCount(before)} → ${formatCount(after)}`
  notify.blank(
    <>
      {`Replaced by ${sku}: ${pieces}. `}
      <UndoButton
        onClick={() => {
          notify.dismiss(id)
          undo()
        }}
      />
    </>,
    { id, duration: UNDO_MS },
  )
}
