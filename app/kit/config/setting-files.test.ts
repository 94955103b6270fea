import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CONFIG_NAMES, readConfig } from '#app/config.ts'
import { problemsOf } from '#tests/support/config-problems.ts'

const folder = mkdtempSync(join(tmpdir(), 'shop-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SECRET = 'a secret of more than 32 characters, with = and #'

function file(text: string): string {
  const path = join(folder, 'setting')
  writeFileSync(path, text)
  return path
}

test('a setting can be in a file, whose last line end is no part of it', () => {
  for (const end of ['', '\n', '\r\n'])
    expect(readConfig({ AUTH_SECRET_FILE: file(SECRET + end) }).authSecret, JSON.stringify(end)).toBe(SECRET)
  expect(readConfig({ AUTH_SECRET_FILE: file(`${SECRET} \n\n`) }).authSecret).toBe(`${SECRET} \n`)
  const databaseUrl = 'postgres://shop:secret@host/shop'
  expect(readConfig({ DATABASE_URL_FILE: file(`${databaseUrl}\n`) }).databaseUrl).toBe(databaseUrl)
  expect(readConfig({ AUTH_SECRET_FILE: '' }).authSecret).toBeUndefined()
  expect(problemsOf({ NODE_ENV_FILE: file('production') })).toContainEqual(
    expect.stringMatching(/SMTP_URL is needed/),
  )
})

test('every setting can, and a file that is missing, empty or too long is a problem of each', () => {
  for (const name of CONFIG_NAMES) {
    const first = (path: string) => problemsOf({ [`${name}_FILE`]: path })[0]
    expect(first(join(folder, 'nowhere'))).toBe(`${name}_FILE: the file cannot be read (ENOENT)`)
    expect(first(file('\n'))).toBe(`${name}_FILE: the file is empty`)
  }
  expect(problemsOf({ AUTH_SECRET_FILE: file('x'.repeat(65_537)) })[0]).toBe(
    'AUTH_SECRET_FILE: the file is too long',
  )
  mkdirSync(join(folder, 'below'))
  expect(problemsOf({ AUTH_SECRET_FILE: join(folder, 'below') })[0]).toMatch(/cannot be read \(EISDIR\)$/)
})

test('a setting that is given twice is refused, and no problem has the content of a file', () => {
  const both = { AUTH_SECRET: SECRET, AUTH_SECRET_FILE: file('another secret') }
  expect(problemsOf(both)).toEqual(['AUTH_SECRET and AUTH_SECRET_FILE are both set: leave one out'])
  const short = problemsOf({ AUTH_SECRET_FILE: file('hidden'), SMTP_URL_FILE: file('hidden') }).join('\n')
  expect(short).toContain('AUTH_SECRET has to have at least 32 characters')
  expect(short).not.toContain('hidden')
})

test('an empty name of a file for DATABASE_URL is refused, as an empty DATABASE_URL is', () => {
  expect(problemsOf({ DATABASE_URL_FILE: '' })).toEqual([
    expect.stringMatching(/^DATABASE_URL_FILE: the file cannot be read/),
  ])
})

test('former secrets are listed beside the new one', () => {
  const [one, two] = ['1'.repeat(32), '2'.repeat(40)]
  expect(readConfig({ AUTH_SECRET: SECRET }).formerSecrets).toEqual([])
  expect(readConfig({ AUTH_SECRET: SECRET, AUTH_SECRET_FORMER: ` ${one}\n${two} ` }).formerSecrets).toEqual([
    one,
    two,
  ])
  expect(problemsOf({ AUTH_SECRET_FORMER: one })).toEqual([
    expect.stringContaining('AUTH_SECRET, which is missing'),
  ])
  for (const wrong of ['short', `${one} short`, Array(6).fill(one).join(' ')])
    expect(problemsOf({ AUTH_SECRET: SECRET, AUTH_SECRET_FORMER: wrong })).toHaveLength(1)
})
