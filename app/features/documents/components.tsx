import { useState } from 'react'
import { Link } from 'react-router'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { goesAbroad, isForAdmin } from '#features/orders/components.tsx'
import { orderPagePath } from '#features/orders/paths.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { saveFile } from '#kit/browser/save-file.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { DownloadIcon } from '#kit/ui/mark/icons.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { orderDocumentPaths } from './paths.ts'
import { orderPaperTexts, saveTexts } from './texts.ts'

type OrderDocumentsProps = {
  order: Pick<OrderDetails, '_id' | 'paid' | 'refunds' | 'deliverFrom' | 'deliverTo'>
}

/**
 * Buttons that save the documents of an order: the invoice only once it is paid, the packing slip and what customs asks for
 * admins only. They are not links, because the calls need the access token.
 */
export function OrderDocuments({ order }: OrderDocumentsProps) {
  const { saving, error, save } = useSaving()
  const { _id, paid } = order
  const paths = [
    { label: orderPaperTexts.confirmation, path: orderDocumentPaths.confirmation(_id) },
    ...(paid ? [{ label: orderPaperTexts.invoice, path: orderDocumentPaths.invoice(_id) }] : []),
    ...(isForAdmin(order)
      ? [{ label: orderPaperTexts.packingSlip, path: orderDocumentPaths.packingSlip(_id) }]
      : []),
    ...(isForAdmin(order) && goesAbroad(order)
      ? [{ label: orderPaperTexts.proForma, path: orderDocumentPaths.proForma(_id) }]
      : []),
  ]
  return (
    <div className="grid gap-3">
      <ul className="flex flex-wrap gap-2">
        {paths.map(({ label, path }) => (
          <li key={path}>
            <Button variant="secondary" size="sm" busy={saving === path} onClick={() => save(path)}>
              <span className="inline-flex items-center gap-2">
                <DownloadIcon size={16} />
                {label} {saveTexts.pdf}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {error !== undefined && <Notice tone="bad">{problemText(error)}</Notice>}
    </div>
  )
}

/** Saves documents of orders, one at a time. */
function useSaving() {
  const [saving, setSaving] = useState<string>()
  const [error, setError] = useState<unknown>()
  const save = async (path: string): Promise<void> => {
    if (saving !== undefined) return
    setSaving(path)
    setError(undefined)
    try {
      notify.success(saveTexts.saved(await saveFile(path)))
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) setError(thrown)
    } finally {
      setSaving(undefined)
    }
  }
  return { saving, error, save }
}

/** A link that saves the invoice of a paid order. Opened in another tab it leads to the documents of the order. */
export function InvoiceLink({ orderId }: { orderId: string }) {
  const { saving, error, save } = useSaving()
  return (
    <>
      <Link
        to={{ pathname: orderPagePath(orderId), hash: 'documents' }}
        aria-busy={saving !== undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          void save(orderDocumentPaths.invoice(orderId))
        }}
      >
        {`${orderPaperTexts.invoice} ${saveTexts.pdf}`}
      </Link>
      {error !== undefined && <span className="text-bad">{problemText(error)}</span>}
    </>
  )
}
