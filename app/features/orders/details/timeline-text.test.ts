import { expect, test } from 'vitest'
import { takenBackDetail } from '../records/taken-back.ts'
import type { TimelineEvent } from '../schema.ts'
import { orderEventKinds } from '../states.ts'
import { eventText, shipmentText, takenBackText } from './timeline-text.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')

const said = (event: Omit<TimelineEvent, 'at' | 'by'> & { by?: TimelineEvent['by'] }) =>
  eventText({ at: '2026-11-22T10:00:00Z', by: 'customer', ...event }, NOW, 'UTC')

test.each<[Parameters<typeof said>[0], string]>([
  [{ kind: 'held', detail: 'until 2026-11-24T14:20:00.000Z' }, 'Held until Tuesday 14:20'],
  [{ kind: 'changed', detail: 'note' }, 'Note changed'],
  [{ kind: 'changed', detail: 'poNumber, phone, address' }, 'PO number, phone number and address changed'],
  [
    { kind: 'changed', detail: 'address: before 1 Street: before the gate' },
    'Address changed: before 1 Street: before the gate',
  ],
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

test('a shipment says how much of the order it has, unless that is all, and its carrier', () => {
  const lines = [
    { position: 0, quantity: 1000 },
    { position: 2, quantity: 200 },
  ]
  const shipment = { _id: 'x', at: '2026-11-22T10:00:00Z', lines }
  expect(shipmentText(shipment, 1200)).toBe('Shipped')
  expect(shipmentText({ ...shipment, carrier: 'GLS' }, 1300)).toBe('1,200 of 1,300 pieces shipped with GLS')
})

test('what was taken back is said with its pieces and carrier, also of the event that it was shipped', () => {
  const lines = [{ position: 1, quantity: 1200 }]
  const event = (kind: 'shipped' | 'reverted', detail: string) =>
    ({ kind, detail, at: '2026-11-22T10:00:00Z', by: 'admin' }) as const
  const whole = event('reverted', takenBackDetail({ _id: 'whole', lines: [{ position: 0, quantity: 3000 }] }))
  const events = [
    event('shipped', 'part'),
    event('reverted', takenBackDetail({ _id: 'part', carrier: 'Deutsche Post 24', lines })),
    event('shipped', 'whole'),
    whole,
    event('shipped', 'there'),
    event('reverted', 'recorded-before'),
  ]
  expect(events.map((one) => takenBackText(one, { events, quantity: 3000 }))).toEqual([
    '1,200 of 3,000 pieces shipped with Deutsche Post 24',
    '1,200 of 3,000 pieces taken back: not shipped yet',
    'Shipped',
    'Taken back: not shipped yet',
    undefined,
    undefined,
  ])
})
