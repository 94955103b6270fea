import { describe, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { sampleProduct } from '#tests/support/sample-product.ts'
import {
  type ComparedFact,
  compareParts,
  defaultQuantity,
  onlyDifferent,
  uniteAttributes,
} from './comparison.ts'

const screw = sampleProduct({
  _id: 'screw',
  sku: 'SCREW',
  price: 0.5,
  prices: [
    { from: 100, price: 0.5 },
    { from: 1000, price: 0.4 },
  ],
  quantity: 2000,
  category: 'screws',
  attributes: [
    { key: 'thread', label: 'Thread', value: 'M8' },
    { key: 'length', label: 'Length', value: 40, unit: 'mm' },
  ],
})

const other = (change: Partial<Product>): Product => ({ ...screw, _id: 'other', sku: 'OTHER', ...change })

const factsOf = (parts: readonly Product[], quantity = 100): readonly ComparedFact[] =>
  compareParts(parts, uniteAttributes(parts.map(({ attributes }) => attributes)), quantity).flatMap(
    ({ facts }) => facts,
  )

const factOf = (label: string, parts: readonly Product[], quantity?: number) =>
  factsOf(parts, quantity).find((fact) => fact.label === label)

const textsOf = (label: string, parts: readonly Product[], quantity?: number) =>
  factOf(label, parts, quantity)?.cells.map(({ text }) => text)

describe('a fact differs', () => {
  test('when the cells of two parts have different texts, and not for one part', () => {
    const longer = other({ attributes: [{ key: 'length', label: 'Length', value: 60, unit: 'mm' }] })
    expect(factsOf([screw, other({})]).filter(({ isDifferent }) => isDifferent)).toEqual([])
    expect(factsOf([screw]).filter(({ isDifferent }) => isDifferent)).toEqual([])
    const differing = factsOf([screw, longer, screw]).filter(({ isDifferent }) => isDifferent)
    expect(differing.map(({ label }) => label)).toEqual(['Thread', 'Length'])
    expect(textsOf('Thread', [screw, longer])).toEqual(['M8', '–'])
  })

  test('when only one part has a problem with the quantity', () => {
    const inSteps = other({ step: 100 })
    expect(factOf('Total', [screw, inSteps], 150)).toMatchObject({
      cells: [{ text: '$75.00' }, { text: '', problem: 'Sold in multiples of 100.' }],
      isDifferent: true,
    })
    expect(factOf('Total', [screw, inSteps], 200)?.isDifferent).toBe(false)
  })

  test('and only those facts are left, without groups that have none', () => {
    const groups = compareParts([screw, other({ step: 100 })], [], 100)
    expect(onlyDifferent(groups)).toEqual([
      { title: 'Ordering', facts: [expect.objectContaining({ label: 'Sold in multiples of' })] },
    ])
    expect(onlyDifferent(compareParts([screw, other({})], [], 100))).toEqual([])
  })
})

test('a fact of ordering that none of the parts has is left out, and one has a dash for the others', () => {
  expect(factOf('Ready', [screw, other({})])).toBeUndefined()
  const parts = [screw, other({ leadDays: 3 }), other({ leadDays: 1 }), other({ leadDays: 0 })]
  expect(textsOf('Ready', parts)).toEqual(['–', 'in 3 working days', 'in 1 working day', 'the same day'])
})

describe('attributes of several categories', () => {
  const named = (...labels: string[]) => labels.map((label) => ({ label }))

  test('are united in sequence, what only the later has before what both have', () => {
    const united = uniteAttributes([
      named('Thread', 'Length', 'Material', 'Standard'),
      named('Bore', 'Length', 'Width', 'Standard', 'Type'),
    ])
    expect(united.map(({ label }) => label)).toEqual([
      ...['Thread', 'Bore', 'Length', 'Material', 'Width', 'Standard', 'Type'],
    ])
  })

  test('are different facts when their units differ', () => {
    const inInches = other({ attributes: [{ key: 'length', label: 'Length', value: 40, unit: 'in' }] })
    const lengths = factsOf([screw, inInches]).filter(({ label }) => label === 'Length')
    expect(lengths.map(({ unit, cells }) => [unit, ...cells.map(({ text }) => text)])).toEqual([
      ['mm', '40', '–'],
      ['in', '–', '40'],
    ])
  })

  test('that none of the parts has are left out', () => {
    const groups = compareParts([screw, other({})], named('Thread', 'Finish'), 100)
    expect(groups.find(({ title }) => title === 'Facts')?.facts.map(({ label }) => label)).toEqual(['Thread'])
  })
})

describe('prices', () => {
  const bulk = other({
    minimum: 500,
    step: 50,
    quantity: 800,
    price: 0.3,
    prices: [
      { from: 500, price: 0.3 },
      { from: 5000, price: 0.25 },
    ],
  })

  test('are those at one quantity, by default the largest minimum', () => {
    expect(defaultQuantity([screw, bulk])).toBe(500)
    expect(textsOf('Per piece', [screw, bulk], 800)).toEqual(['$0.50', '$0.30'])
    expect(textsOf('Total', [screw, bulk], 800)).toEqual(['$400.00', '$240.00'])
  })

  test.each([
    [499, 'An order has at least 500 pieces.'],
    [525, 'Sold in multiples of 50.'],
    [850, 'Only 800 pieces are left.'],
    // Off the step too, but the stock is the reason.
    [999, 'Only 800 pieces are left.'],
  ])('say in place of a total why %i pieces cannot be ordered', (quantity, problem) => {
    expect(factOf('Total', [screw, bulk], quantity)?.cells).toEqual([
      { text: expect.stringMatching(/^\$/) },
      { text: '', problem },
    ])
  })

  test('are listed at each break of any part, from the minimum on', () => {
    const breaks = factsOf([screw, bulk]).filter(({ label }) => label.startsWith('From '))
    expect(breaks.map(({ label, cells }) => [label, ...cells.map(({ text }) => text)])).toEqual([
      ['From 100', '$0.50', '–'],
      ['From 500', '$0.50', '$0.30'],
      ['From 1,000', '$0.40', '$0.30'],
      ['From 5,000', '$0.40', '$0.25'],
    ])
  })

  test('of a part with too few pieces are shown with its state', () => {
    expect(textsOf('In stock', [screw, other({ quantity: 60 })])).toEqual(['2,000', '60, sold out'])
  })
})
