import { expect, test } from 'vitest'
import type { ManagedProduct } from '#features/catalog/schema.ts'
import { sampleProduct } from '#tests/support/sample-product.ts'
import { changedFields, type Draft, productDraftOf, readDraft } from './draft.ts'
import { changeTexts } from './history.ts'

const product: ManagedProduct = sampleProduct({
  weight: 4.7,
  leadDays: 3,
  origin: 'DE',
  customsCode: '73181520',
  reorderPoint: 500,
})

const before = productDraftOf(product)

const read = (part: Draft) => readDraft({ ...before, ...part }, undefined)

test('what a product may not have is read, emptied and shown in words', () => {
  const { weight, leadDays, origin, customsCode } = product
  const entered = { weight, leadDays, origin, customsCode }
  const names = Object.keys(entered)
  const typed = { weight: '4,7', leadDays: ' 3', origin: 'de', customsCode: '7318.15.20' }
  expect(read(typed)).toMatchObject({ product: entered, errors: {} })
  expect(changedFields(before, { ...before, ...typed })).toEqual([])
  const emptied = { weight: '', leadDays: ' ', origin: '', customsCode: '' }
  for (const name of names) expect(read(emptied).product).not.toHaveProperty(name)
  expect(changedFields(before, { ...before, ...emptied })).toEqual(names)
  const changes = Object.entries(entered).map(([field, to]) => ({ field, from: null, to }))
  expect(changeTexts(changes, [])).toEqual([
    { label: 'Weight', from: '–', to: '4.7 g' },
    { label: 'Lead time', from: '–', to: '3 working days' },
    { label: 'Country of origin', from: '–', to: 'Germany' },
    { label: 'Customs code', from: '–', to: '7318 15 20' },
  ])
  expect(read({ weight: 'x', leadDays: 'x', origin: 'XK', customsCode: '1' }).errors).toEqual({
    weight: expect.stringContaining('number of grams'),
    leadDays: expect.stringContaining('working days'),
    origin: expect.stringContaining('country'),
    customsCode: expect.stringContaining('6 to 11 digits'),
  })
})

test('an empty reorder point takes it away: it would stay if it was left out', () => {
  expect(read({ reorderPoint: ' ' }).product).toHaveProperty('reorderPoint', null)
  expect(read({ reorderPoint: '0' }).product).toHaveProperty('reorderPoint', 0)
  expect(read({ reorderPoint: 'few' }).errors).toEqual({
    reorderPoint: 'The reorder point has to be a whole number of pieces.',
  })
})
