import { expect, test } from 'vitest'
import type { SavedList } from '../schema.ts'
import { checkDraft, readDraft, toDraft, toSave } from './draft-list.ts'

const LIST: SavedList = {
  _id: 'l',
  name: 'Pump',
  revision: 1,
  lineCount: 2,
  isShared: false,
  updatedAt: '2026-01-01T00:00:00.000Z',
  totalPrice: 0,
  orderable: false,
  lines: [
    {
      given: { productId: 'a', quantity: 200 },
      productId: 'a',
      quantity: 200,
      own: '4711',
      note: 'Old',
    },
    { given: { productId: 'gone', quantity: 100 }, quantity: 100, problem: 'unknown' },
  ],
}

test('a list that is not changed is saved as it was, with parts that are no longer sold', () => {
  expect(toSave(toDraft(LIST))).toEqual({
    name: 'Pump',
    lines: [
      { productId: 'a', quantity: 200, own: '4711', note: 'Old' },
      { productId: 'gone', quantity: 100 },
    ],
  })
})

test('quantities are read as they are typed, and what is none is an error at its field', () => {
  const draft = toDraft(LIST)
  const typed = (quantity: string) => ({
    name: ' ',
    lines: draft.lines.map((line, at) => (at === 1 ? { ...line, quantity } : line)),
  })
  expect(toSave(typed('1,000')).lines[1]?.quantity).toBe(1000)
  expect(checkDraft(typed('many')).map(({ pointer }) => pointer)).toEqual(['#/name', '#/lines/1/quantity'])
  expect(checkDraft(draft)).toEqual([])
})

test('a draft that a tab has kept is read as it was, and what is none is not', () => {
  const kept = { draft: toDraft(LIST), revision: 1 }
  expect(readDraft(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
  const { draft } = kept
  for (const other of [
    undefined,
    'x',
    { draft },
    { draft: { ...draft, lines: [null] }, revision: 1 },
    { draft: { name: 1, lines: [] }, revision: 1 },
  ])
    expect(readDraft(other)).toBe(undefined)
})
