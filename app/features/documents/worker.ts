import { serveTasks } from '#kit/worker/serve-tasks.ts'
import type { OrderPaper } from './orders/order-paper.ts'
import { renderPaper } from './orders/render-paper.ts'
import { type DataSheet, renderDataSheet } from './parts/data-sheet.ts'
import { renderSharePicture, type SharePicture } from './parts/share-picture.ts'

/** One document to render. */
export type DocumentTask =
  | { readonly kind: 'data-sheet'; readonly sheet: DataSheet }
  | { readonly kind: 'share-picture'; readonly share: SharePicture }
  | { readonly kind: 'paper'; readonly paper: OrderPaper }

serveTasks((task: DocumentTask) => {
  if (task.kind === 'paper') return renderPaper(task.paper)
  return task.kind === 'data-sheet' ? renderDataSheet(task.sheet) : renderSharePicture(task.share)
})
