import type { Log } from '#kit/log.ts'
import type { InvoiceDocument } from '../document/invoice-document.ts'
import { documentSignal } from '../signals.ts'

/** Makes the data of a document, or logs why there is none: what happened to money is recorded in any case. */
export function makeDocument(
  log: Log,
  ids: { readonly orderId: string },
  make: () => InvoiceDocument,
): InvoiceDocument | undefined {
  try {
    return make()
  } catch (err) {
    documentSignal.send('without data')
    log.error({ err, ...ids }, 'a document of an order was issued without data')
    return undefined
  }
}
