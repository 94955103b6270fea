import { expect, test } from 'vitest'
import {
  chooseShape,
  isComplete,
  renameAttribute,
  type ShapeDraft,
  setSource,
  shapeDraftsOf,
  toShapes,
} from './shape-draft.ts'
import { conditionsText, shapeText, sourceWarning } from './shape-texts.ts'

const attributes = [
  { key: 'thread', label: 'Thread', kind: 'text' as const },
  { key: 'size', label: 'Across flats', unit: 'mm', kind: 'number' as const },
  { key: 'hoehe', label: 'Height', unit: 'cm', kind: 'number' as const },
  { key: 'type', label: 'Type', kind: 'text' as const },
]

const length = (key: string, label: string) => ({
  key,
  label,
  unit: 'mm',
  required: false,
  kind: 'number' as const,
})

const nut = {
  slug: 'hexagon-nut',
  name: 'Hexagon nut',
  group: 'Nuts',
  standards: ['DIN 934'],
  parameters: [
    { key: 'thread', label: 'Thread', required: true, kind: 'text' as const },
    length('flats', 'Across flats'),
    length('height', 'Height'),
    { key: 'standard', label: 'Standard', required: false, kind: 'text' as const },
  ],
}
const wing = { ...nut, slug: 'wing-nut', name: 'Wing nut', parameters: nut.parameters.slice(0, 1) }
const shapes = [nut, wing]

const NEW: ShapeDraft = { row: 0, slug: '', parameters: {}, when: [] }

const saved: NonNullable<ReturnType<typeof toShapes>> = [
  { slug: 'wing-nut', parameters: { thread: 'thread' }, when: { type: 'Wing' } },
  { slug: 'hexagon-nut', parameters: { flats: 'size', height: 6.5, standard: 'DIN 934', thread: 'thread' } },
]

test('what was not changed comes to the same shapes, one of them to a list', () => {
  expect(toShapes(shapeDraftsOf(saved, attributes), attributes)).toEqual(saved)
  expect(toShapes(shapeDraftsOf(saved[0], attributes), attributes)).toEqual(saved.slice(0, 1))
  expect(toShapes(shapeDraftsOf(undefined, attributes), attributes)).toBeUndefined()
})

test('the same choices in another sequence are the same JSON', () => {
  const [, draft = NEW] = shapeDraftsOf(saved, attributes)
  const again = setSource(setSource(draft, 'flats', undefined), 'flats', { from: 'attribute', text: 'size' })
  expect(JSON.stringify(toShapes([again], attributes))).toBe(JSON.stringify(toShapes([draft], attributes)))
})

test('an attribute that is called as a parameter and has its unit is suggested, others never', () => {
  const chosen = chooseShape(NEW, nut, attributes)
  expect(chosen.parameters).toEqual({
    thread: { from: 'attribute', text: 'thread', isSuggested: true },
    flats: { from: 'attribute', text: 'size', isSuggested: true },
  })
  const spelt = [{ key: 'thread-length', label: 'Length of thread', unit: 'mm', kind: 'number' as const }]
  const long = { ...nut, parameters: [length('threadLength', 'Thread length')] }
  expect(chooseShape(NEW, long, spelt).parameters).toMatchObject({ threadLength: { text: 'thread-length' } })
  expect(chooseShape(NEW, long, [{ ...spelt[0], kind: 'text' } as never]).parameters).toEqual({})
})

test('another shape keeps what was chosen, and suggests the rest anew', () => {
  const typed = setSource(chooseShape(NEW, nut, attributes), 'thread', { from: 'value', text: 'M8' })
  expect(chooseShape(typed, wing, attributes)).toMatchObject({
    slug: 'wing-nut',
    parameters: { thread: { from: 'value', text: 'M8' } },
  })
  expect(chooseShape(typed, wing, attributes).parameters).not.toHaveProperty('flats')
  expect(chooseShape(typed, undefined, attributes)).toMatchObject({ slug: '', parameters: {} })
})

test('a typed number is a number, a condition has the kind of its attribute, an empty value is left out', () => {
  const parameters = {
    thread: { from: 'value', text: ' M8 ' },
    flats: { from: 'value', text: '13.5' },
    height: { from: 'value', text: '13,5' },
    standard: { from: 'value', text: ' ' },
  } as const
  const when = [
    { row: 0, key: 'type', text: '8' },
    { row: 1, key: 'size', text: '8' },
  ]
  expect(toShapes([{ ...NEW, slug: 'hexagon-nut', parameters, when }], attributes)).toEqual([
    {
      slug: 'hexagon-nut',
      parameters: { thread: 'M8', flats: 13.5, height: '13,5' },
      when: { type: '8', size: 8 },
    },
  ])
})

test('a shape follows the key of an attribute, and loses one that is removed; its conditions stay', () => {
  const drafts = shapeDraftsOf(saved, attributes)
  const renamed = attributes.map((each) => (each.key === 'type' ? { ...each, key: 'kind' } : each))
  expect(toShapes(renameAttribute(drafts, 'type', 'kind'), renamed)?.[0]?.when).toEqual({ kind: 'Wing' })
  const moved = attributes.map((each) => (each.key === 'size' ? { ...each, key: 'sw' } : each))
  expect(toShapes(renameAttribute(drafts, 'size', 'sw'), moved)?.[1]?.parameters).toMatchObject({
    flats: 'sw',
    standard: 'DIN 934',
  })
  const left = toShapes(drafts, [])
  expect(left?.[1]?.parameters).toEqual({ height: 6.5, standard: 'DIN 934' })
  expect(left?.[0]?.when).toEqual({ type: 'Wing' })
})

test('it is complete when each row has a shape with all that it requires', () => {
  const chosen = chooseShape(NEW, nut, attributes)
  expect(isComplete([], attributes, shapes)).toBe(true)
  expect(isComplete([chosen], attributes, shapes)).toBe(true)
  expect(isComplete([chosen, NEW], attributes, shapes)).toBe(false)
  expect(isComplete([setSource(chosen, 'thread', undefined)], attributes, shapes)).toBe(false)
  expect(isComplete([chosen], [], shapes)).toBe(false)
  expect(isComplete([{ ...chosen, when: [{ row: 0, key: 'type', text: '' }] }], attributes, shapes)).toBe(
    false,
  )
})

test('a shape is said in words', () => {
  const [first = NEW, second = NEW] = shapeDraftsOf(saved, attributes)
  expect(conditionsText(first, attributes)).toBe('for parts whose Type is Wing')
  expect(conditionsText(second, attributes)).toBeUndefined()
  expect(shapeText(first, attributes, shapes)).toBe(
    'Wing nut for parts whose Type is Wing (Thread from Thread)',
  )
  expect(shapeText(second, attributes, shapes)).toBe(
    'Hexagon nut (Across flats from Across flats, Height is 6.5, Standard is DIN 934, Thread from Thread)',
  )
  expect(shapeText({ ...NEW, slug: 'cube' }, attributes, shapes)).toBe('cube')
})

test('an attribute of another kind or unit is warned of', () => {
  const warning = (key: string) =>
    sourceWarning(length('height', 'Height'), { from: 'attribute', text: key }, attributes)
  expect(warning('size')).toBeUndefined()
  expect(warning('thread')).toBe('Thread is a text; here it has to be a number.')
  expect(warning('hoehe')).toBe('Height is in cm: it is read in mm.')
  const bare = [{ key: 'h', label: 'Height', kind: 'number' as const }]
  expect(sourceWarning(length('height', 'Height'), { from: 'attribute', text: 'h' }, bare)).toBe(
    'Height has no unit: it is read in mm.',
  )
  expect(sourceWarning(length('height', 'Height'), { from: 'value', text: '5' }, attributes)).toBeUndefined()
})
