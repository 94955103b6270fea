import { expect, test } from 'vitest'
import { readProjectFile } from '#tests/support/project.ts'
import { isNewerRelease, release } from './release.ts'

test('the release has three numbers, and comes after those with lower ones', () => {
  expect(release).toMatch(/^\d+\.\d+\.\d+$/)
  expect(isNewerRelease('1.10.0', '1.9.9')).toBe(true)
  expect(isNewerRelease('2.0.0', '1.99.99')).toBe(true)
  expect(isNewerRelease('1.2.3', '1.2.3')).toBe(false)
  expect(isNewerRelease('1.2.3', '1.3.0')).toBe(false)
  expect(isNewerRelease('0.9.9', '1.0.0')).toBe(false)
})

test('the changelog begins with what is not released, and then with this release and its day', () => {
  const [unreleased, newest] = [...readProjectFile('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(
    ([, name]) => name,
  )
  expect(unreleased).toBe('[Unreleased]')
  expect(newest).toMatch(new RegExp(`^\\[${release.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d$`))
  expect(JSON.parse(readProjectFile('package-lock.json')).version).toBe(release)
})
