import { describe, expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

describe('folding a text', () => {
  test.each([
    ['José', 'jose'],
    ['JOSE\u0301', 'jose'],
    ['O’Brien, O‘Brien, OʼBrien, O´Brien, O`Brien', "o'brien, o'brien, o'brien, o'brien, o'brien"],
    ['Łódź, Straße, Ørsted, Đorđe, Ægir, Œuvre', 'lodz, strasse, orsted, dorde, aegir, oeuvre'],
    ['İstanbul ISPARTA ısırgan', 'istanbul isparta isirgan'],
    ['ＡＢＣ １２３', 'abc 123'],
    ['六角ナット', '六角ナット'.normalize('NFKD')],
  ])('%s becomes %s, and folding again changes nothing', (text, folded) => {
    expect(foldText(text)).toBe(folded)
    expect(foldText(folded)).toBe(folded)
  })
})
