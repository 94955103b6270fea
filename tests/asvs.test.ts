import { expect, test } from 'vitest'
import { readProjectFile } from './support/project.ts'

/** The chapters of OWASP ASVS 5.0.0, and of each section the levels of its requirements in their sequence. */
const CHAPTERS: readonly (readonly [name: string, ...sections: string[]])[] = [
  ['Encoding and Sanitization', '22', '1111122223', '112222222223', '222', '123'],
  ['Validation and Business Logic', '122', '112', '12223', '23'],
  ['Web Frontend Security', '3', '113', '12223', '11222233', '11122333', '3', '22333'],
  ['API and Web Service', '12233', '23333', '22', '1222'],
  ['File Handling', '2', '112333', '113', '222'],
  ['Authentication', '122', '111111112222', '11223333', '112233', '22222333', '2223', '33', '2222'],
  ['Session Management', '222', '1111', '22', '11222', '223', '22'],
  ['Authorization', '1233', '1123', '133', '23'],
  ['Self-contained Tokens', '111', '1222'],
  ['OAuth and OIDC', '22', '223', '22223', '1111122222233333', '22222', '22', '222'],
  ['Cryptography', '2233', '22233', '11233', '1222', '23', '23', '33'],
  ['Secure Communication', '12233', '11', '22223'],
  ['Configuration', '2333', '222223', '2233', '1222233'],
  ['Data Protection', '22', '12223333', '122'],
  ['Secure Coding and Architecture', '12233', '12233', '1222222', '3333'],
  ['Security Logging and Error Handling', '2', '22222', '2222', '222', '2223'],
  ['WebRTC', '23', '22223333', '22'],
]

/** The requirements of the levels 1 and 2, as "5.4.3". */
const REQUIREMENTS = CHAPTERS.flatMap(([, ...sections], chapter) =>
  sections.flatMap((levels, section) =>
    [...levels].flatMap((level, at) => (level === '3' ? [] : [`${chapter + 1}.${section + 1}.${at + 1}`])),
  ),
)

const PART = readProjectFile('docs/security.md').split('## OWASP ASVS 5.0, level 2\n')[1] ?? ''

const ROWS = PART.split(/^### /m)
  .slice(1)
  .flatMap((chapter) =>
    chapter
      .split('\n')
      .filter((line) => /^\| \d/.test(line))
      .map((line) => {
        const [requirements = '', met = '', reason = ''] = line.slice(2, -1).split(/\s*\|\s*/)
        return { chapter: chapter.split('\n', 1)[0], requirements, met, reason: reason.trim() }
      }),
  )

/** "5.4.1, 5.4.3–5.4.5 names" has 5.4.1, 5.4.3, 5.4.4 and 5.4.5. */
function numbersOf(cell: string): string[] {
  const [listed = ''] = /^[\d.,–\s]+/.exec(cell) ?? []
  return listed
    .trim()
    .split(', ')
    .flatMap((range) => {
      const [from = '', to = from] = range.split('–')
      const section = from.slice(0, from.lastIndexOf('.') + 1)
      const [first, last] = [from, to].map((number) => Number(number.split('.')[2]))
      if (first === undefined || last === undefined || !to.startsWith(section)) return [range]
      return Array.from({ length: last - first + 1 }, (_, at) => `${section}${first + at}`)
    })
}

test('each requirement of the levels 1 and 2 of ASVS 5.0.0 has one row, and no other number has one', () => {
  expect(REQUIREMENTS).toHaveLength(253)
  expect(ROWS.flatMap(({ requirements }) => numbersOf(requirements)).toSorted()).toEqual(
    REQUIREMENTS.toSorted(),
  )
})

test('a row stands in its chapter, under the name that the standard has for it', () => {
  const headings = [...PART.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(CHAPTERS.map(([name], at) => `V${at + 1} ${name}`))
  const elsewhere = ROWS.filter(({ chapter = '', requirements }) =>
    numbersOf(requirements).some((number) => !chapter.startsWith(`V${number.split('.')[0]} `)),
  )
  expect(elsewhere).toEqual([])
})

test('what is not met says why', () => {
  const answers = ['yes', 'no', 'partly', 'host', '—']
  expect(ROWS.filter(({ met }) => !answers.includes(met))).toEqual([])
  const silent = ROWS.filter(({ met, reason }) => ['no', 'partly', 'host'].includes(met) && reason === '')
  expect(silent).toEqual([])
})
