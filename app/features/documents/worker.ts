import { runAs } from '#kit/identity/run-as.ts'
import type { ShopIdentity } from '#kit/identity/shop-identity.ts'
import type { Picture } from '#kit/pictures/read-picture.ts'
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

/** A document of a shop. */
export interface TaskOfShop {
  readonly task: DocumentTask
  readonly shop: ShopIdentity
  /** Its picture at the top of papers. */
  readonly logo: Picture | undefined
}

serveTasks(({ task, shop, logo }: TaskOfShop) => runAs(shop, () => render(task, logo)))

function render(task: DocumentTask, logo: Picture | undefined) {
  if (task.kind === 'paper') return renderPapers([task.paper], { logo })
  if (task.kind === 'papers') return renderPapers(task.papers, { title: task.title, logo })
  if (task.kind === 'invoice') return renderInvoice(task.paper, logo)
  return task.kind === 'data-sheet' ? renderDataSheet(task.sheet, logo) : renderSharePicture(task.share)
}
