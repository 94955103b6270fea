import { expect, test } from 'vitest'
import type { TimelineEvent } from './schema.ts'
import { orderEventKinds } from './states.ts'
import { eventText } from './timeline-text.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')

const said = (event: Omit<TimelineEvent, 'at' | 'by'> & { by?: TimelineEvent['by'] }) =>
  eventText({ at: '2026-11-22T10:00:00Z', by: 'customer', ...event }, NOW, 'UTC')

test.each<[Parameters<typeof said>[0], string]>([
  [{ kind: 'held', detail: 'until 2026-11-24T14:20:00.000Z' }, 'Held until Tuesday 14:20'],
  [{ kind: 'changed', detail: 'note' }, 'Note changed'],
  [{ kind: 'changed', detail: 'poNumber, phone, address' }, 'PO number, phone number and address changed'],
  [{ kind: 'paid', detail: 'pi_sample' }, 'Paid by card'],
  [{ kind: 'paid', detail: 'pi_sample', by: 'link' }, 'Paid by card, with the payment link'],
  [{ kind: 'refunded', detail: '$4.25 in all' }, 'Refunded, $4.25 in all'],
  [{ kind: 'disputed', detail: 'lost' }, 'Dispute decided for the card’s owner'],
  [{ kind: 'lapsed' }, 'Cancelled, because it was not paid in time'],
])('%j is "%s"', (event, text) => {
  expect(said(event)).toBe(text)
})

test('every kind of event has its own words', () => {
  const texts = orderEventKinds.map((kind) => said({ kind, detail: '2026-11-24T14:20:00.000Z' }))
  expect(new Set(texts).size).toBe(orderEventKinds.length)
})
