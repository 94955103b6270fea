import { createSignal } from '#kit/signals.ts'

export const documentOutcomes = ['rendered', 'failed', 'without data'] as const

/** The file of an invoice or a credit note was made, or could not be made; or it was issued without data. */
export const documentSignal = createSignal<(typeof documentOutcomes)[number]>('issued-document')
