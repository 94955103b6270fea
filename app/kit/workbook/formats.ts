import { walkXml } from './walk-xml.ts'

const GENERAL = 'General'

/** Excel shows these days as each region writes them; so everywhere in one way. */
const DAY = 'yyyy-mm-dd'

/** The formats that a workbook does not write down (ECMA-376, part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...{ 0: GENERAL, 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00' },
  ...{ 12: '# ?/?', 13: '# ??/??', 14: DAY, 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm AM/PM' },
  ...{ 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss', 22: `${DAY} h:mm`, 37: '#,##0;(#,##0)' },
  ...{ 38: '#,##0;(#,##0)', 39: '#,##0.00;(#,##0.00)', 40: '#,##0.00;(#,##0.00)', 45: 'mm:ss' },
  ...{ 46: '[h]:mm:ss', 47: 'mm:ss.0', 48: '##0.0E+0', 49: '@' },
}

/** Further ones are days in the scripts of East Asia. */
const isEastAsianDay = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** The formats of numbers by the style of a cell, from the part with the styles. */
export function readFormats(styles: Uint8Array | undefined): (style: string | undefined) => string {
  const own = new Map<number, string>()
  const ids: number[] = []
  if (styles)
    walkXml(styles, {
      open: (name, { numFmtId, formatCode }, parents) => {
        const parent = parents.at(-1)
        if (name === 'numFmt' && parent === 'numFmts') own.set(Number(numFmtId), formatCode ?? GENERAL)
        if (name === 'xf' && parent === 'cellXfs') ids.push(Number(numFmtId ?? 0))
      },
    })
  return (style = '0') => {
    const id = ids[Number(style)] ?? 0
    return own.get(id) ?? BUILT_IN[id] ?? (isEastAsianDay(id) ? DAY : GENERAL)
  }
}
