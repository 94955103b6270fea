/** The sizes of paper on which documents are printed, in the words of the library. */
export type PaperFormat = 'A4' | 'LETTER'

/** Where Letter is used, as CLDR has it. */
const LETTER_COUNTRIES = ['US', 'CA', 'MX', 'BZ', 'CL', 'CO', 'CR', 'GT', 'NI', 'PA', 'PH', 'PR', 'SV', 'VE']

/** The paper of a country; A4 where it is not known. */
export const paperFormatOf = (country: string | undefined): PaperFormat =>
  country !== undefined && LETTER_COUNTRIES.includes(country) ? 'LETTER' : 'A4'
