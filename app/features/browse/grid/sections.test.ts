import { expect, test } from 'vitest'
import type { AttributeValues } from '#features/catalog/schema.ts'
import { haveOwnCells, MOST_SECTIONS, partingAttributes, sectionsOf } from './sections.ts'

const text = (key: string) => ({ key, label: key, kind: 'text' as const })
const number = (key: string, unit?: string) => ({
  key,
  label: 'Hardness',
  kind: 'number' as const,
  ...(unit && { unit }),
})

const thread = text('thread')
const length = { ...number('length'), label: 'Length' }
const [material, strength, finish, drive] = [
  text('material'),
  text('strength'),
  text('finish'),
  text('drive'),
]
const shore = number('shore', 'Shore A')
const SPAN = { rows: thread, columns: length }

/** All threads and lengths of this. */
const all = (values: AttributeValues, threads = ['M3', 'M4', 'M5', 'M6']) =>
  threads.flatMap((size) => [10, 20].map((step) => ({ values: { thread: size, length: step, ...values } })))

const partedBy = (attributes: Parameters<typeof partingAttributes>[0], parts: ReturnType<typeof all>) =>
  partingAttributes([thread, length, ...attributes], parts, SPAN, MOST_SECTIONS).map(({ key }) => key)

test('parts are told apart by the texts in which they differ', () => {
  const parts = [
    ...all({ material: 'Steel', strength: '8.8', finish: 'Plain' }),
    ...all({ material: 'Steel', strength: '10.9', finish: 'Plain' }),
  ]
  expect(partedBy([material, strength, finish], parts)).toEqual(['strength'])
})

test('a text that follows from a size parts nothing, as the drive of a thread; one of few values does', () => {
  const withDrive = all({}).map(({ values }) => ({ values: { ...values, drive: `H${values.thread}` } }))
  expect(partedBy([drive], withDrive)).toEqual([])
  const heads = ['Hexagon socket', 'Cross recess'].flatMap((head, at) =>
    all({}).map(({ values }) => ({
      values: { ...values, strength: `${at}.8`, drive: `${head} ${values.thread}` },
    })),
  )
  expect(partedBy([strength, drive], heads)).toEqual(['strength'])
  // A standard is another part.
  const rods = all({}).map(({ values }) => ({ values: { ...values, standard: `DIN ${values.length}` } }))
  expect(partedBy([text('standard')], rods)).toEqual(['standard'])
  const brass = [
    ...all({ material: 'Brass' }, ['M3', 'M4']),
    ...all({ material: 'Steel' }, ['M5', 'M6', 'M8']),
  ]
  expect(partedBy([material], brass)).toEqual(['material'])
})

test('a number parts what would have the same cell, unless it has many values', () => {
  const parts = [...all({ shore: 70 }), ...all({ shore: 90 })]
  expect(partedBy([shore], parts)).toEqual(['shore'])
  expect(
    partedBy(
      [shore, material],
      [...all({ shore: 70, material: 'NBR' }), ...all({ shore: 75, material: 'FKM' })],
    ),
  ).toEqual(['material'])
  const many = Array.from({ length: 7 }, (_, at) => all({ shore: at })).flat()
  expect(partedBy([shore], many)).toEqual([])
  expect(haveOwnCells(many, SPAN, [])).toBe(false)
  expect(haveOwnCells(parts, SPAN, [shore])).toBe(true)
})

test('there are 24 sections at most', () => {
  const makers = (count: number) =>
    Array.from({ length: count }, (_, at) => all({ material: `Maker ${at}` })).flat()
  expect(partedBy([material], makers(24))).toEqual(['material'])
  expect(partedBy([material], makers(25))).toEqual([])
})

test('sections are headed by what sets them apart, the usual value first, and have it as values of filters', () => {
  const parts = [
    ...all({ material: 'Brass', finish: 'Plain' }),
    ...all({ material: 'Steel', strength: '10.9', finish: 'Plain' }),
    ...all({ material: 'Steel', strength: '8.8', finish: 'Zinc plated' }),
    ...all({ material: 'Steel', strength: '8.8', finish: 'Zinc plated', shore: 70 }),
  ]
  const sections = sectionsOf(parts, [material, strength, finish, shore])
  expect(sections.map(({ title, parts: own }) => [title, own.length])).toEqual([
    ['Steel 8.8, Zinc plated, Hardness 70 Shore A', 8],
    ['Steel 8.8, Zinc plated', 8],
    ['Steel 10.9, Plain', 8],
    ['Brass, Plain', 8],
  ])
  expect(sections[1]?.values).toEqual({ material: 'Steel', strength: '8.8', finish: 'Zinc plated' })
  const stainless = all({ material: 'Stainless steel A2', strength: 'A2-70' })
  expect(sectionsOf(stainless, [material, strength])[0]?.title).toBe('Stainless steel A2-70')
  expect(sectionsOf(parts, [])).toEqual([{ title: undefined, values: {}, parts }])
})
