import { COUNTED_AT_MOST, formatCount } from '#kit/text/count-text.ts'
import type { RestoreState } from './schema.ts'

const counted = (count: number, one: string, many: string): string =>
  `${count >= COUNTED_AT_MOST ? `${formatCount(COUNTED_AT_MOST)} or more` : formatCount(count)} ${count === 1 ? one : many}`

export const restoreTexts = {
  /** Why a call that changes something is refused. */
  refused: {
    copy: 'The shop was restored from a backup and changes nothing until its staff have said that it goes on. Nothing was changed. Try again later.',
    moved: 'The shop was moved to another database. Nothing was changed. Try again later.',
  },
  heading: 'This shop was restored from a backup and waits',
  lead: 'It sends no mails, takes no orders and no payments, and cancels nothing: it may be a copy, beside the shop that customers use. If the other one has ended, say that this is the shop.',
  button: 'This is the shop now',
  question: 'Is this the shop now?',
  warning:
    'Make sure that no other one runs with this data: both would send mails, take payments and give the same numbers to invoices. It cannot be undone.',
  yes: 'This is the shop',
  no: 'Not yet',
  done: 'This is the shop. Mails and jobs begin within seconds.',
} as const

/** What happens when the copy becomes the shop, a sentence each. */
export const consequences = ({ mails, orders, refunds }: RestoreState): readonly string[] => [
  mails === 0
    ? 'No mail waits to be sent.'
    : `${counted(mails, 'mail that waits is', 'mails that wait are')} sent. Some may have arrived before.`,
  orders === 0
    ? 'No unpaid order would end.'
    : `${counted(orders, 'unpaid order whose time is over gets it', 'unpaid orders whose time is over get it')} again instead of being cancelled.`,
  ...(refunds === 0
    ? []
    : [`${counted(refunds, 'refund that was begun is', 'refunds that were begun are')} completed.`]),
  'Orders and payments are taken, and all other jobs begin.',
]
