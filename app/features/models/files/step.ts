/** Stands in for the part number in a kept STEP file, as an ISO 10303-21 string without its quotes. */
const PLACEHOLDER = '##PART-NUMBER##'

/**
 * The time that every file has: ISO 10303-21 wants one, but the same geometry has to be the same file, whoever builds it and
 * when.
 */
const TIME = '2000-01-01T00:00:00'

/** The header and the product as every file has them; the data are OpenCascade's. */
const HEADER = `HEADER;
FILE_DESCRIPTION(('Model of a part'),'2;1');
FILE_NAME('${PLACEHOLDER}','${TIME}',(''),(''),'Open CASCADE Technology','','');
`

/** Makes a file that OpenCascade wrote into one that {@link nameStep} can name. Throws when it has no product. */
export function unnamedStep(written: string): string {
  const product = `PRODUCT('${PLACEHOLDER}','${PLACEHOLDER}','',`
  const unnamed = written
    .replace(/HEADER;[\s\S]*?(?=FILE_SCHEMA)/, HEADER)
    .replace(/\bPRODUCT\('[^']*',\s*'[^']*',\s*'[^']*',\s*/, product)
  if (unnamed.split(PLACEHOLDER).length !== 4) throw new Error('The STEP file has no header or no product')
  return unnamed
}

/** The STEP file of a part: its product has the part number as its name. */
export const nameStep = (unnamed: string, partNumber: string): string =>
  unnamed.replaceAll(PLACEHOLDER, () => stepString(partNumber))

/** A text inside the quotes of an ISO 10303-21 string: ASCII, with escapes for quotes, backslashes and all other characters. */
export function stepString(text: string): string {
  const escaped = (characters: string): string => {
    const isWide = [...characters].some((character) => (character.codePointAt(0) ?? 0) > 0xffff)
    const digits = [...characters].map((character) =>
      (character.codePointAt(0) ?? 0)
        .toString(16)
        .toUpperCase()
        .padStart(isWide ? 8 : 4, '0'),
    )
    return `\\X${isWide ? 4 : 2}\\${digits.join('')}\\X0\\`
  }
  return text
    .toWellFormed()
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "''")
    .replace(/[^ -~]+/gu, escaped)
}
