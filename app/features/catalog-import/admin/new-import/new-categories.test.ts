import { expect, test } from 'vitest'
import type { FileColumn, FileColumns } from '../../schema.ts'
import { firstDraft } from './draft.ts'
import { categoryCalls, namedCategories, offeredAttributes } from './new-categories.ts'

const column = (head: string, more: Partial<FileColumn> = {}): FileColumn => ({
  ...{ head, samples: ['A'] },
  ...more,
})

const fileOf = (columns: FileColumn[]): FileColumns => ({
  ...{ sheets: [], rows: 2, headRow: 1, hidden: { rows: 0, columns: 0 }, isOwn: false },
  ...{ columns, fields: [], knownParts: 0, unknownParts: 2 },
})

const GROUP = column('Gruppe', { newCategories: ['Screws', 'Nuts'] })

test('the new categories are those of the column that means them', () => {
  const found = fileOf([column('Nr', { field: 'sku' }), GROUP])
  const draft = firstDraft(found)
  expect(namedCategories(found, draft)).toEqual([])
  expect(namedCategories(found, { ...draft, columns: ['sku', 'category'] })).toEqual(['Screws', 'Nuts'])
})

test('attributes are offered of columns that mean nothing and have cells, with their units, each once', () => {
  const found = fileOf([
    column('Nr', { field: 'sku' }),
    column('Length  (mm)', { isNumber: true }),
    column('Gewicht [g]', { isNumber: true }),
    column('Thread'),
    column('thread'),
    column('???'),
    column('Empty', { samples: [] }),
  ])
  expect(offeredAttributes(found, firstDraft(found))).toEqual([
    { index: 1, attribute: { key: 'length', label: 'Length', unit: 'mm', kind: 'number' } },
    { index: 2, attribute: { key: 'gewicht', label: 'Gewicht', unit: 'g', kind: 'number' } },
    { index: 3, attribute: { key: 'thread', label: 'Thread', kind: 'text' } },
  ])
})

test('a category is added only where there is none', () => {
  expect(categoryCalls(['Hex  nuts', '螺母', '垫圈'], [])).toEqual([
    { slug: 'hex-nuts', change: { name: 'Hex nuts', attributes: [], before: null } },
    { slug: 'category', change: { name: '螺母', attributes: [], before: null } },
    { slug: 'category-2', change: { name: '垫圈', attributes: [], before: null } },
  ])
})
