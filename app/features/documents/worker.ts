import { serveTasks } from '#kit/worker/serve-tasks.ts'
import { type DataSheet, renderDataSheet } from './data-sheet.ts'
import type { OrderPaper } from './order-paper.ts'
import { renderPaper } from './render-paper.ts'
import { renderSharePicture, type SharePicture } from './share-picture.ts'

/** One document to render. */
export type DocumentTask =
  | { readonly kind: 'data-sheet'; readonly sheet: DataSheet }
  | { readonly kind: 'share-picture'; readonly share: SharePicture }
  | { readonly kind: 'paper'; readonly paper: OrderPaper }

serveTasks((task: DocumentTask) => {
  if (task.kind === 'paper') return renderPaper(task.paper)
  return task.kind === 'data-sheet' ? renderDataSheet(task.sheet) : renderSharePicture(task.share)
})
