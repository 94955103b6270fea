import { expect, test } from 'vitest'
import { TEXT_FIELD_NAMES } from '../../texts/limits.ts'
import { ORIGINAL_TEXTS } from '../../texts/original-texts.ts'
import type { SiteTexts } from '../../texts/schema.ts'
import { changedNames, changeTextsOf, draftOf, rebaseTexts, shownTexts, valuesOf } from './draft.ts'
import { CARDS } from './text-fields.tsx'

const saved = (revision: number, texts: SiteTexts['texts'] = {}): SiteTexts => ({
  revision,
  texts,
  original: ORIGINAL_TEXTS,
})

test('what is opened is unchanged; a number that is none is sent as none', () => {
  const draft = draftOf(ORIGINAL_TEXTS)
  expect(changedNames(ORIGINAL_TEXTS, valuesOf(draft))).toEqual([])
  const [first] = draft.skills
  const typed = { ...draft, skills: [{ row: 0, name: first?.name ?? '', percent: '' }] }
  expect(JSON.stringify(valuesOf(typed).skills)).toBe('[{"name":"HTML","percent":null}]')
})

test('changes name the lines that differ', () => {
  const after = { ...ORIGINAL_TEXTS, numbers: ORIGINAL_TEXTS.numbers.slice(0, 3), termsText: 'Short.' }
  expect(changedNames(ORIGINAL_TEXTS, after)).toEqual(['termsText', 'numbers'])
  expect(changeTextsOf('numbers', ORIGINAL_TEXTS, after)).toEqual([
    { label: 'Home page, numbers', from: 'Served: 100+', to: '–' },
  ])
  expect(changeTextsOf('termsText', ORIGINAL_TEXTS, after)[0]).toEqual({
    label: 'Terms, text',
    from: '# Your account',
    to: 'Short.',
  })
})

test('texts that another admin saved come into the form where nothing is typed; both values are named', () => {
  const before = saved(1)
  const typed = { ...draftOf(shownTexts(before)), heroHeading: 'Mine', heroText: 'Same' }
  const now = saved(2, { heroHeading: 'Theirs', heroText: 'Same', termsHeading: 'Their terms' })
  const { draft, theirs } = rebaseTexts(typed, before, now)
  expect(theirs).toEqual(['heroHeading', 'termsHeading'])
  expect(draft).toMatchObject({ heroHeading: 'Mine', heroText: 'Same', termsHeading: 'Their terms' })
  expect(rebaseTexts(typed, before, saved(2, { heroHeading: 'Mine' })).theirs).toBeUndefined()
})

test('each text has its field on one card', () => {
  const fields = Object.values(CARDS).flatMap((cards) => cards.flatMap((card) => card.fields))
  expect(fields.toSorted()).toEqual(TEXT_FIELD_NAMES.toSorted())
})
