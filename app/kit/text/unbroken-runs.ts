/** A part of a text; `isUnbroken` when no line should end within it, although it has spaces or hyphens. */
export interface TextRun {
  readonly text: string
  readonly isUnbroken: boolean
}

/** A longer run could be wider than a column of a phone. */
const LONGEST = 24

const STANDARD =
  '(?:DIN|ISO|EN|ANSI|ASME|ASTM|JIS|UNI|BS|NF|GOST|VDI)(?:[ -](?:EN|ISO))*[ -]?\\d[\\d-]*(?: \\p{Lu}(?![\\p{L}\\p{N}]))?'

const UNIT = '(?:mm|cm|m|µm|kg|g|Nm|N|kN|bar|MPa|V|A|W|°C|%)(?![\\p{L}\\p{N}])'

const NUMBER = '\\d[\\d.,/]*(?<![.,/])'

/** "M6 × 20", "6 m6 × 24", "A 8 × 7 × 40", "16–27 mm", "R1/4". */
const SIZE = `(?:\\p{Lu} (?=\\d))?(?:\\p{L}{1,3})?${NUMBER}(?: \\p{Ll}\\d+)?(?:(?: ?[×x] ?|[–-])${NUMBER})*(?: ?${UNIT})?`

/** "SC-912-M6-20", "608-2RS", "A2-70". */
const CODE = '(?=[\\p{L}-]*\\d)[\\p{L}\\p{N}]+(?:-[\\p{L}\\p{N}.]*[\\p{L}\\p{N}])+'

const RUN = new RegExp(`(?<![\\p{L}\\p{N}])(${STANDARD}|${CODE}|${SIZE})(?![\\p{L}\\p{N}])`, 'u')

/** Splits a text at standards, sizes and part numbers, in which a line should not end: "M6 × 20", "DIN 933". */
export function unbrokenRuns(text: string): TextRun[] {
  const runs: { text: string; isUnbroken: boolean }[] = []
  // Each second part is a match.
  for (const [index, part] of text.split(RUN).entries()) {
    const isUnbroken = index % 2 === 1 && part.length <= LONGEST && /[^\p{L}\p{N}.,]/u.test(part)
    const last = runs.at(-1)
    if (last && !last.isUnbroken && !isUnbroken) last.text += part
    else if (part !== '') runs.push({ text: part, isUnbroken })
  }
  return runs
}
