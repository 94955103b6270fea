import { expect, test } from 'vitest'
import type { AttributeValues } from '../schema.ts'
import { describeGrid, findGrid, type GridPart, nearestValues, splitAttributes } from './size-grid.ts'

const attribute = (key: string, value: string | number) => ({ key, label: key, value })

test('a size is a number, or a text that looks like one among the first two attributes', () => {
  const keysOf = (list: ReturnType<typeof splitAttributes>['sizes']) => list.map(({ key }) => key)
  const { sizes, others } = splitAttributes([
    attribute('standard', 'DIN 933'),
    attribute('thread', 'G 1/4'),
    attribute('material', 'A2-70'),
    attribute('length', 40),
  ])
  expect([keysOf(sizes), keysOf(others)]).toEqual([
    ['thread', 'length'],
    ['standard', 'material'],
  ])
})

test('the nearest values are seven around the value, more on one side at the ends', () => {
  const values = Array.from({ length: 12 }, (_, index) => `M${index + 1}`).reverse()
  expect(nearestValues(values, 'M6')).toEqual(['M3', 'M4', 'M5', 'M6', 'M7', 'M8', 'M9'])
  expect(nearestValues(values, 'M1')).toEqual(['M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7'])
  expect(nearestValues(values, 'M12').at(-1)).toBe('M12')
  expect(nearestValues([20, 3], 3)).toEqual([3, 20])
})

const partOf = (id: string, values: AttributeValues): GridPart => ({
  id,
  sku: id,
  name: id,
  price: 1,
  values,
})

const screw = (id: string, diameter: number, length: number, material = 'Steel'): GridPart =>
  partOf(id, { thread: `M${diameter}`, diameter, length, material })

const centre = {
  id: 'a',
  sizes: [attribute('thread', 'M8'), attribute('diameter', 8), attribute('length', 40)],
  others: [attribute('material', 'Steel')],
}

test('a grid is by the first size that varies and the next that the first does not determine', () => {
  const parts = [
    screw('a', 8, 40),
    screw('b', 8, 50),
    screw('c', 10, 40),
    screw('d', 10, 50),
    screw('e', 10, 60),
  ]
  const grid = findGrid(parts, centre)
  expect([grid?.first.key, grid?.second?.key]).toEqual(['thread', 'length'])
  const oneLength = findGrid([screw('a', 8, 40), screw('c', 10, 40)], centre)
  expect([oneLength?.first.key, oneLength?.second]).toEqual(['thread', undefined])
  expect(findGrid([screw('a', 8, 40), screw('b', 8, 40, 'Brass')], centre)).toBe(undefined)
})

test('a cell has the part itself, or else the one that shares most', () => {
  const parts = [
    screw('0', 8, 40),
    screw('a', 8, 40),
    screw('b', 10, 40, 'Brass'),
    screw('c', 10, 40),
    screw('d', 10, 50, 'Brass'),
  ]
  const grid = findGrid(parts, centre)
  const { cells, same, different } = describeGrid(grid ?? expect.fail(), centre.others)
  expect(cells.map((row) => row.map((part) => part?.sku))).toEqual([
    ['a', undefined],
    ['c', 'd'],
  ])
  expect([same, different]).toEqual([[], centre.others])
})
