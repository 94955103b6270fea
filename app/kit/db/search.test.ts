import { describe, expect, test } from 'vitest'
import { escapeLike, foldText } from './search.ts'

describe('a folded text', () => {
  test.each([
    ['José', 'jose'],
    ['JOSE\u0301', 'jose'],
    ['O’Brien, O‘Brien, OʼBrien, O´Brien, O`Brien', "o'brien, o'brien, o'brien, o'brien, o'brien"],
    ['Łódź, Straße, Ørsted, Đorđe, Ægir, Œuvre', 'lodz, strasse, orsted, dorde, aegir, oeuvre'],
    ['İstanbul ISPARTA ısırgan', 'istanbul isparta isirgan'],
    ['ＡＢＣ １２３', 'abc 123'],
    ['六角ナット', '六角ナット'.normalize('NFKD')],
  ])('%s is %s, and folded again is the same', (text, folded) => {
    expect(foldText(text)).toBe(folded)
    expect(foldText(folded)).toBe(folded)
  })
})

test('what stands for other letters in a pattern is taken as it is', () => {
  expect(escapeLike('50%_\\a')).toBe('50\\%\\_\\\\a')
})
