import { serveTasks } from '#kit/worker/serve-tasks.ts'
import { type DataSheet, renderDataSheet } from './data-sheet.ts'
import { renderSharePicture, type SharePicture } from './share-picture.ts'

/** One document to render. */
export type DocumentTask =
  | { readonly kind: 'data-sheet'; readonly sheet: DataSheet }
  | { readonly kind: 'share-picture'; readonly share: SharePicture }

serveTasks((task: DocumentTask) =>
  task.kind === 'data-sheet' ? renderDataSheet(task.sheet) : renderSharePicture(task.share),
)
