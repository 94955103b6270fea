import { expect, test } from 'vitest'
import { changedFields, type Meanwhile, rebase, take } from './category-conflict.ts'
import { addAttribute, categoryDraftOf, toChange } from './category-draft.ts'

const before = {
  slug: 'screws',
  name: 'Screws',
  parent: 'fasteners',
  attributes: [{ key: 'length', label: 'Length', unit: 'mm', kind: 'number' as const }],
}

const NAMED = { categories: [{ slug: 'fasteners', name: 'Fasteners', attributes: [], count: 0 }], shapes: [] }

test('what was not changed here takes the value of the other admin, what was typed stays', () => {
  const mine = { ...categoryDraftOf(before), name: 'All screws' }
  const theirs = { ...before, name: 'Wood screws', attributes: [] }
  const { draft, meanwhile } = rebase(mine, before, theirs)
  expect(toChange(draft)).toEqual({ name: 'All screws', parent: 'fasteners', attributes: [] })
  expect(changedFields(draft, meanwhile as Meanwhile, NAMED)).toEqual([
    { field: 'name', label: 'Name', theirs: 'Wood screws', mine: 'All screws' },
    { field: 'attributes', label: 'Attributes', theirs: 'None', mine: undefined },
  ])
  expect(changedFields(take(draft, theirs, ['name']), meanwhile as Meanwhile, NAMED)[0]?.mine).toBe(undefined)
})

test('the same change by both, and one of a field that the other left, differ in nothing', () => {
  const same = { ...categoryDraftOf(before), name: ' Wood screws ' }
  expect(rebase(same, before, { ...before, name: 'Wood screws' })).toEqual({
    draft: same,
    meanwhile: undefined,
  })
  const more = addAttribute(categoryDraftOf(before))
  expect(rebase(more, before, before)).toEqual({ draft: more, meanwhile: undefined })
})

test('a category and its attributes are said in words', () => {
  const { parent: _, ...top } = before
  const mine = {
    ...categoryDraftOf(before),
    name: '',
    description: ' Mine ',
    parent: 'tools',
    attributes: [],
  }
  const meanwhile = { theirs: top, fields: ['name', 'description', 'parent', 'attributes'] } as const
  expect(changedFields(mine, meanwhile, NAMED)).toEqual([
    { field: 'name', label: 'Name', theirs: 'Screws', mine: 'None' },
    { field: 'description', label: 'Description', theirs: 'None', mine: 'Mine' },
    { field: 'parent', label: 'Part of', theirs: 'Nothing', mine: 'tools' },
    { field: 'attributes', label: 'Attributes', theirs: 'Length (mm)', mine: 'None' },
  ])
})
