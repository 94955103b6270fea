import { may } from '#features/accounts/staff-access.tsx'
import type { XmlFormat } from '#features/invoices/states.ts'
import { isForAdmin } from '#features/order-page/order-page.ts'
import { goesAbroad } from '#features/orders/left-to-ship.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { dayText } from '#kit/text/moment-text.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { orderDocumentPaths as paths } from './paths.ts'
import { SaveButton } from './saving/save-button.tsx'
import { useSaving } from './saving/use-saving.ts'
import { orderPaperTexts as texts, xmlFileTexts } from './texts.ts'
import { XmlFiles } from './xml-files.tsx'

type OrderDocumentsProps = {
  order: Pick<
    OrderDetails,
    '_id' | 'paid' | 'dueAt' | 'refunds' | 'creditNotes' | 'deliverFrom' | 'deliverTo'
  >
}

/**
 * All papers of an order as PDF: the invoice once it is paid, or is to be by a day, each credit note; the packing slip for staff who ship, and what
 * customs asks for the staff. Invoices and credit notes also as XML, which is folded. They are not links, because the calls need the access
 * token.
 */
export function OrderDocuments({ order }: OrderDocumentsProps) {
  const { saving, error, save } = useSaving()
  const invoiced = invoicedPapers(order)
  return (
    <div className="grid max-w-lg gap-3">
      <ul className="border-line border-t text-sm">
        {papersOf(order, invoiced).map(({ label, detail, path }) => (
          <li key={path} className="flex items-center justify-between gap-4 border-line border-b py-1.5">
            <span className="min-w-0">
              {label}
              {detail !== undefined && <span className="block text-muted text-xs">{detail}</span>}
            </span>
            <SaveButton aria-label={`${label} PDF`} busy={saving === path} onClick={() => save(path)}>
              PDF
            </SaveButton>
          </li>
        ))}
      </ul>
      {error !== undefined && <Notice tone="bad">{problemText(error)}</Notice>}
      {invoiced.length > 0 && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer py-1 text-muted">{xmlFileTexts.heading}</summary>
          <div className="pt-3">
            <XmlFiles
              documents={invoiced.map(({ label, xml }) => ({ label, path: xml }))}
              isForAdmin={isForAdmin(order)}
            />
          </div>
        </details>
      )}
    </div>
  )
}

/** A paper of an order. */
interface Paper {
  readonly label: string
  readonly detail?: string
  readonly path: string
}

interface InvoicedPaper extends Paper {
  readonly xml: (format: XmlFormat) => string
}

/** The invoice with what corrects it, oldest first: each credit note, and the invoice over one whose money came back. */
function invoicedPapers({
  _id,
  paid,
  dueAt,
  creditNotes = [],
}: OrderDocumentsProps['order']): InvoicedPaper[] {
  if (!paid && dueAt === undefined) return []
  return [
    { label: texts.invoice, path: paths.invoice(_id), xml: (format) => paths.invoiceXml(_id, format) },
    ...creditNotes.flatMap(({ number, issuedOn, amount, invoicedAgain }): InvoicedPaper[] => [
      {
        label: texts.creditNote(number),
        detail: `${dayText(issuedOn)}, ${formatTotal(amount)}`,
        path: paths.creditNote(_id, number),
        xml: (format) => paths.creditNoteXml(_id, number, format),
      },
      ...(invoicedAgain === undefined
        ? []
        : [
            {
              label: texts.invoiceAgain(invoicedAgain),
              detail: texts.cameBack(number),
              path: paths.invoice(_id, invoicedAgain),
              xml: (format: XmlFormat) => paths.invoiceXml(_id, format, invoicedAgain),
            },
          ]),
    ]),
  ]
}

function papersOf(order: OrderDocumentsProps['order'], invoiced: readonly Paper[]): Paper[] {
  const { _id } = order
  return [
    { label: texts.confirmation, path: paths.confirmation(_id) },
    ...invoiced,
    ...(may('orders') ? [{ label: texts.packingSlip, path: paths.packingSlip(_id) }] : []),
    ...(isForAdmin(order) && goesAbroad(order) ? [{ label: texts.proForma, path: paths.proForma(_id) }] : []),
  ]
}
