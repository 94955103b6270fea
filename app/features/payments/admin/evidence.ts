import { zipSync } from 'fflate'
import { may } from '#features/accounts/staff-access.tsx'
import { orderDocumentPaths } from '#features/documents/paths.ts'
import type { OrderMessage } from '#features/order-messages/schema.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { readFile, saveBlob } from '#kit/browser/save-file.ts'

/** The papers of an order that show what was bought, paid back and sent. Staff who may not ship have no packing slips. */
export const evidencePapers = ({ _id, creditNotes = [], shipments }: OrderDetails): string[] => [
  orderDocumentPaths.invoice(_id),
  orderDocumentPaths.confirmation(_id),
  ...creditNotes.map(({ number }) => orderDocumentPaths.creditNote(_id, number)),
  ...(may('orders') ? shipments.map((shipment) => orderDocumentPaths.shipmentSlip(_id, shipment._id)) : []),
]

/** Where the order went, and how, as a text. */
export function deliveryText({ number, name, addressLines, shipments }: OrderDetails): string {
  const parcels = shipments.map(({ at, carrier, tracking }) =>
    [at, carrier, tracking].filter((each) => each !== undefined).join('  '),
  )
  const to = ['Delivered to:', name, ...addressLines]
  return [`Order ${number}`, '', ...to, ...(parcels.length > 0 ? ['', 'Shipped:', ...parcels] : []), ''].join(
    '\n',
  )
}

/** What was written about the order, without who of the staff wrote it. */
export const messagesText = (messages: readonly OrderMessage[]): string =>
  messages
    .map(({ at, by, text }) => `${at}  ${by === 'customer' ? 'Customer' : 'Shop'}\n${text}\n`)
    .join('\n')

/** Saves what can be sent as one ZIP; resolves to its name. Throws a `ProblemError` when one of the papers cannot be read. */
export async function saveEvidence(order: OrderDetails, messages: readonly OrderMessage[]): Promise<string> {
  const files: Record<string, Uint8Array> = {}
  const encoder = new TextEncoder()
  for (const path of evidencePapers(order)) {
    const { name, file } = await readFile(path)
    files[name in files ? `${Object.keys(files).length}-${name}` : name] = new Uint8Array(
      await file.arrayBuffer(),
    )
  }
  files['delivery.txt'] = encoder.encode(deliveryText(order))
  if (messages.length > 0) files['messages.txt'] = encoder.encode(messagesText(messages))
  // Papers are compressed already.
  const packed = Uint8Array.from(zipSync(files, { level: 0 }))
  const name = `evidence-${order.number}.zip`
  saveBlob(new Blob([packed], { type: 'application/zip' }), name)
  return name
}
