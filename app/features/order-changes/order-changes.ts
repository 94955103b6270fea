export { changeOrder } from './contact/change-order.ts'
export { findLinesChange, type LinesChange, lockLines, writeLines } from './lines/change-lines.ts'
export { quoteChange } from './lines/quote-change.ts'
export { type ChangeLines, changeLinesSchema, quoteChangeSchema } from './lines/schema.ts'
