import { expect, test } from 'vitest'
import { escapeLike } from './search.ts'

test('wildcards in a pattern are escaped', () => {
  expect(escapeLike('50%_\\a')).toBe('50\\%\\_\\\\a')
})
