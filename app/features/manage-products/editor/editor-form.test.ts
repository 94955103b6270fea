import { expect, test } from 'vitest'
import { sampleProduct } from '#tests/support/sample-product.ts'
import { formOf, savedOf, withoutBreak } from './editor-form.ts'

test('the errors of the price breaks behind a removed one move up with them', () => {
  const checked = new Set(['name', 'prices/0/price', 'prices/1/from', 'prices/2/price'])
  expect(withoutBreak(checked, 1)).toEqual(new Set(['name', 'prices/0/price', 'prices/1/price']))
  expect(withoutBreak('all', 1)).toBe('all')
})

test('another revision of the shop keeps what is typed, and what is typed during a save stays', () => {
  const product = sampleProduct({ revision: 3 })
  const form = formOf('id', [], () => undefined)
  const saved = savedOf(product)
  const draft = { typed: { ...saved.values, name: 'Mine' } }
  const stockChanged = savedOf({ ...product, quantity: 5, revision: 4 })
  expect(form.rebase(draft, saved, stockChanged)).toEqual({ draft, theirs: undefined })
  const renamed = savedOf({ ...product, name: 'Theirs', revision: 4 })
  const conflict = form.rebase(draft, saved, renamed)
  expect(conflict).toEqual({
    draft: { ...draft, meanwhile: { before: saved.values, choices: {} } },
    theirs: true,
  })
  // Over a reload, and by a third change, it is asked all the same, from the values before the first.
  const again = savedOf({ ...product, name: 'Third', revision: 5 })
  expect(form.rebase(conflict.draft, renamed, again)).toEqual(conflict)
  expect(form.isChanged(renamed, conflict.draft)).toBe(true)
  expect(form.rebase(conflict.draft, renamed, saved)).toEqual({ draft, theirs: undefined })
  const sent = form.sent(draft, saved)
  expect(sent).toEqual({ ...saved, values: draft.typed })
  const after = savedOf({ ...product, name: 'My name', revision: 4 })
  expect(form.settle?.({ typed: { ...draft.typed, step: '10' } }, sent, after).typed).toEqual({
    ...after.values,
    step: '10',
  })
})
