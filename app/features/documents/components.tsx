import { Link } from 'react-router'
import { orderPagePath } from '#features/orders/paths.ts'
import { problemText } from '#kit/browser/client.ts'
import { orderDocumentPaths } from './paths.ts'
import { useSaving } from './saving/use-saving.ts'
import { orderPaperTexts, saveTexts } from './texts.ts'

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
