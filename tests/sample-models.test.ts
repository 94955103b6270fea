import { expect, test } from 'vitest'
import { demoCategories } from '#demo/categories.ts'
import { demoParts } from '#demo/parts.ts'
import { demoShapes } from '#demo/shapes.ts'
import { checkCategoryShape, findShape } from '#features/models/models.ts'
import { sampleModel } from './support/sample-drawings.ts'

const keysOf = new Map(
  demoCategories.map(({ slug, attributes }) => [slug, new Set(attributes.map(({ key }) => key))]),
)

const keys = (category: string): ReadonlySet<string> => keysOf.get(category) ?? new Set()

const models = demoParts.map((part) => ({
  sku: part.sku,
  model: sampleModel(part),
}))

test('the shapes of the sample categories have the parameters that they need, from attributes that there are', () => {
  for (const [category, shapes] of Object.entries(demoShapes)) {
    expect(keysOf.has(category), category).toBe(true)
    for (const shape of shapes) {
      expect(checkCategoryShape(shape, keys(category)), category).toEqual([])
      const texts = Object.entries(shape.parameters).filter(([, source]) => typeof source === 'string')
      const choices = new Set(findShape(shape.slug)?.parameters.flatMap(({ options = [] }) => options))
      const unknown = texts.filter(
        ([, source]) => !keys(category).has(String(source)) && !choices.has(String(source)),
      )
      expect(unknown, category).toEqual([])
      expect(Object.keys(shape.when ?? {}).filter((key) => !keys(category).has(key))).toEqual([])
    }
  }
})

test('all but these six of the 60 sample parts have a model', () => {
  expect(models).toHaveLength(60)
  const without = models.flatMap(({ sku, model }) => ('reason' in model ? [[sku, model.reason]] : []))
  // What is inside of them, and their outline, are their maker's own, or they are of several moving pieces.
  expect(without).toEqual([
    ['FP-R14-8', 'No shape is set for this kind of part.'],
    ['FE-R18-6', 'No shape is set for this kind of part.'],
    ['CG-62444-M20', 'No shape is set for this kind of part.'],
    ['HC-3017-16-27', 'No shape is set for this kind of part.'],
    ['RV-15977-4-10', 'No shape is set for this kind of part.'],
    ['HI-50-50', 'No shape is set for this kind of part.'],
  ])
})

test('every shape that is set for a sample category is that of a part', () => {
  const used = new Set(demoParts.map(({ category }) => category))
  expect(Object.keys(demoShapes).filter((category) => !used.has(category))).toEqual([])
})

test('sizes of the samples are those of their descriptions', () => {
  const dimensions = Object.fromEntries(
    models.flatMap(({ sku, model }) => ('reason' in model ? [] : [[sku, model.dimensions]])),
  )
  expect(dimensions).toMatchObject({
    'HX-931-M16-80': { threadLength: 38, flats: 24, headHeight: 10 },
    'FS-6921-M8-25': { flats: 13, flange: 17.9, headHeight: 8.1 },
    'SC-912-M10-60': { head: 16, headHeight: 10, socket: 8, threadLength: 32 },
    'BH-7380-M5-12': { head: 9.5, headHeight: 2.75, socket: 3 },
    'CS-7991-M6-20': { head: 12, socket: 4 },
    'CS-965-M4-12': { head: 7.5 },
    'GS-916-M6-10': { socket: 3, point: 3 },
    'CB-603-M8-60': { head: 20.65, threadLength: 22 },
    'EB-580-M10': { length: 17, eye: 25, ring: 45, collar: 25 },
    'NH-934-M8': { flats: 13, height: 6.5 },
    'NL-985-M6': { flats: 10, height: 6 },
    'NC-1587-M6': { flats: 10, height: 12, dome: 9.5 },
    'NW-315-M6': { span: 33, height: 17 },
    'NF-6923-M8': { flats: 13, height: 8, flange: 17.9 },
    'WS-127-M8': { inner: 8.1, outer: 14.8, thickness: 2 },
    'BF-F608-2Z': { flange: 25, flangeWidth: 1.5 },
    'BL-LM8UU': { grooves: 17.5 },
    'BU-2797-10-16': { flange: 22, flangeWidth: 3 },
    'SP-C-16-14-45': { coils: 8.5 },
    'SP-C-30-25-60': { coils: 6.5 },
    'SP-2093-A25': { height: 2.05 },
    'PC-2341-8-30': { head: 14, headHeight: 3, hole: 2 },
    'PS-1234-32-32': { eye: 5.8 },
    'PR-8752-5-30': { wall: 1 },
    'RR-471-20': { free: 18.5, thickness: 1.2 },
    'RR-472-32': { free: 34.4, thickness: 1.2 },
    'RE-6799-6': { outer: 12.3, thickness: 0.7 },
    'SK-6336-40-M8': { height: 26, hub: 18 },
    'CO-705-20': { screw: 6 },
  })
})
