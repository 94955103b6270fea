import { expect, test } from 'vitest'
import {
  cancelledShipment,
  type GoneShipment,
  goneDetail,
  lostShipment,
  readGone,
} from '../records/gone-shipment.ts'
import type { TimelineEvent } from '../schema.ts'
import { orderEventKinds } from '../states.ts'
import { eventText, goneText, shipmentText } from './timeline-text.ts'

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

test('a shipment that was cancelled or lost is said with its pieces and carrier, also of the event that it was shipped', () => {
  const lines = [{ position: 1, quantity: 1200 }]
  const event = (kind: 'shipped' | 'reverted', detail: string) =>
    ({ kind, detail, at: '2026-11-22T10:00:00Z', by: 'admin' }) as const
  const whole = event(
    'reverted',
    goneDetail(cancelledShipment({ _id: 'whole', lines: [{ position: 0, quantity: 3000 }] })),
  )
  const events = [
    event('shipped', 'part'),
    event('reverted', goneDetail(cancelledShipment({ _id: 'part', carrier: 'Deutsche Post 24', lines }))),
    event('shipped', 'whole'),
    whole,
    event('shipped', 'there'),
    event('reverted', 'recorded-before'),
    event('reverted', goneDetail(lostShipment({ _id: 'gone', carrier: 'GLS', lines }))),
  ]
  expect(events.map((one) => goneText(one, { events, quantity: 3000 }))).toEqual([
    '1,200 of 3,000 pieces shipped with Deutsche Post 24',
    'Shipment of 1,200 of 3,000 pieces cancelled: not shipped yet',
    'Shipped',
    'Shipment cancelled: not shipped yet',
    undefined,
    undefined,
    '1,200 of 3,000 pieces lost on the way: sent again',
  ])
})

test.each<GoneShipment>([
  { _id: '3f9c', pieces: 100, isLost: false },
  { _id: '3f9c', pieces: 100, carrier: 'Deutsche Post 24', isLost: false },
  { _id: '3f9c', pieces: 100, carrier: 'lost 2 DHL', isLost: true },
])('the page reads of %j what the answer says', (gone) => {
  const event = { kind: 'reverted', at: '2026-11-22T10:00:00Z', by: 'admin' } as const
  expect(readGone({ ...event, detail: goneDetail(gone) })).toEqual(gone)
  expect(readGone({ ...event, kind: 'shipped', detail: goneDetail(gone) })).toBeUndefined()
})
