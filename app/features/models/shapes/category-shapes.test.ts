import { expect, test } from 'vitest'
import {
  type CategoryShape,
  checkCategoryShape,
  modelOfPart,
  reasonForNone,
  shapeOfPart,
  wrongSizes,
} from './category-shapes.ts'

const keys = new Set(['thread', 'size', 'kind', 'height'])

const nuts: CategoryShape[] = [
  { slug: 'wing-nut', when: { kind: 'Wing' }, parameters: { thread: 'thread' } },
  { slug: 'hexagon-nut', parameters: { thread: 'thread', flats: 'size', height: 6, standard: 'DIN 934' } },
]

test('the first shape that fits a part holds; a text that is no key of an attribute is a fixed value', () => {
  expect(shapeOfPart(nuts, keys, { kind: 'Wing', thread: 'M6', size: 10 })).toEqual({
    shape: nuts[0],
    parameters: { thread: 'M6' },
  })
  expect(shapeOfPart(nuts, keys, { kind: 'Hexagon', thread: 'M6' })).toEqual({
    shape: nuts[1],
    parameters: { thread: 'M6', height: 6, standard: 'DIN 934' },
  })
  expect(shapeOfPart(nuts.slice(0, 1), keys, { thread: 'M6' })).toBeUndefined()
})

test('a part has no attributes but its own', () => {
  const shape = { slug: 'hexagon-nut', parameters: { thread: 'thread', flats: 'constructor' } }
  const shaped = { shape, parameters: { thread: 'M6' } }
  expect(shapeOfPart([shape], new Set(['thread', 'constructor']), { thread: 'M6' })).toEqual(shaped)
})

test('a part without a model has a reason', () => {
  const reasonOf = (attributes: Record<string, string | number>, shapes = nuts) => {
    const model = modelOfPart(shapes, keys, attributes)
    const reason = 'reason' in model ? model.reason : undefined
    expect(reasonForNone(shapes, keys, attributes)).toBe(reason)
    return reason
  }
  expect(reasonOf({ thread: 'M6' })).toBeUndefined()
  expect(reasonOf({ thread: 'M6' }, [])).toBe('No shape is set for this kind of part.')
  expect(reasonOf({})).toBe('Thread is missing.')
  expect(reasonOf({ thread: 'M11 × 1' })).toBe(
    'Across flats is missing, and no table of ISO 4032 or DIN 934 has it for this size.',
  )
  expect(reasonOf({ thread: 'M11' })).toBe('ISO 261 has no coarse thread M11.')
  expect(reasonOf({ thread: 'M6', size: 6 })).toBe('The nut must be wider than its thread.')
  const other = [{ slug: 'hexagon-nut', parameters: { thread: 'thread', standard: 'kind' } }]
  expect(reasonOf({ thread: 'M6', kind: 'DIN 439' }, other)).toBe(
    'There is no table of DIN 439, only of ISO 4032, DIN 934.',
  )
  // A standard that only begins like one with a table is another.
  expect(reasonOf({ thread: 'M6', kind: 'DIN 9345' }, other)).toContain('There is no table of DIN 9345')
  expect(reasonOf({ thread: 'M6', kind: 'DIN EN ISO 4032 / DIN 934' }, other)).toBeUndefined()
})

test('a parameter that the shape does not have, or a required one left out, is a problem', () => {
  expect(nuts.flatMap((nut) => checkCategoryShape(nut, keys))).toEqual([])
  expect(checkCategoryShape({ slug: 'cube', parameters: {} }, keys)).toEqual([
    { key: 'slug', message: 'There is no shape "cube".' },
  ])
  expect(checkCategoryShape({ slug: 'hexagon-nut', parameters: { width: 'size' } }, keys)).toEqual([
    { key: 'parameters.width', message: 'Hexagon nut has no parameter "width".' },
    { key: 'parameters.thread', message: 'Thread is required.' },
  ])
})

test('a fixed value that no part can have is a problem, so also the key of an attribute that there is not', () => {
  const parameters = { thread: 'thread', flats: 'width', height: -1, standard: 'DIN 934' }
  expect(checkCategoryShape({ slug: 'hexagon-nut', parameters }, keys)).toEqual([
    { key: 'parameters.flats', message: 'Across flats must be a number.' },
    { key: 'parameters.height', message: 'Height must be greater than 0.' },
  ])
  expect(checkCategoryShape({ slug: 'hexagon-nut', parameters: { thread: 'M8' } }, keys)).toEqual([])
  expect(checkCategoryShape({ slug: 'hexagon-nut', parameters: { thread: 'M8' } }, new Set(['M8']))).toEqual(
    [],
  )
})

test('an impossible size is told of the attribute that it is from; a missing one is none', () => {
  expect(wrongSizes(nuts, keys, { thread: 'M6', size: 6 })).toEqual([
    { attribute: 'size', message: 'The nut must be wider than its thread.' },
  ])
  expect(wrongSizes(nuts, keys, { thread: 'M6', size: 0 })).toMatchObject([{ attribute: 'size' }])
  const fixed = [{ slug: 'hexagon-nut', parameters: { thread: 'thread', flats: 5 } }]
  expect(wrongSizes(fixed, keys, { thread: 'M6' })).toMatchObject([{ attribute: undefined }])
  expect(wrongSizes(nuts, keys, {})).toEqual([])
  expect(wrongSizes(nuts, keys, { thread: 'M6', size: 10 })).toEqual([])
  expect(wrongSizes([], keys, { thread: 'x' })).toEqual([])
})
