import { changeLines, quoteLinesOf } from '#features/payments/client.ts'

/** The calls of the editor, of an own order and of one of a customer. */
export const LINES_CALLS = { quote: quoteLinesOf, save: changeLines }
