import { serveTasks } from '#kit/worker/serve-tasks.ts'
import type { InvoicePaper } from './invoices/invoice-paper.ts'
import { renderInvoice } from './invoices/render-invoice.ts'
import type { OrderPaper } from './orders/order-paper.ts'
import { renderPapers } from './orders/render-paper.ts'
import { type DataSheet, renderDataSheet } from './parts/data-sheet.ts'
import { renderSharePicture, type SharePicture } from './parts/share-picture.ts'

/** One document to render. */
export type DocumentTask =
  | { readonly kind: 'data-sheet'; readonly sheet: DataSheet }
  | { readonly kind: 'share-picture'; readonly share: SharePicture }
  | { readonly kind: 'paper'; readonly paper: OrderPaper }
  | {
      readonly kind: 'papers'
      readonly papers: readonly [OrderPaper, ...OrderPaper[]]
      readonly title: string
    }
  | { readonly kind: 'invoice'; readonly paper: InvoicePaper }

serveTasks((task: DocumentTask) => {
  if (task.kind === 'paper') return renderPapers([task.paper])
  if (task.kind === 'papers') return renderPapers(task.papers, task.title)
  if (task.kind === 'invoice') return renderInvoice(task.paper)
  return task.kind === 'data-sheet' ? renderDataSheet(task.sheet) : renderSharePicture(task.share)
})
