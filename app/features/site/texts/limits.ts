/** The texts of pages that admins can change: their labels, their lengths, and where they stand. */

/** The parts of the editor, one page each. */
export type TextPage = 'home' | 'terms' | 'imprint'

interface TextFieldInfo {
  readonly page: TextPage
  readonly label: string
  /** Where it stands on the page. */
  readonly place: string
  /** `line`: one line; `text`: paragraphs; `article`: with headings, lists and links too; `target`: where a link leads. */
  readonly kind: 'line' | 'text' | 'article' | 'target'
  readonly maximum: number
  /** It may be empty: then the page leaves it out. */
  readonly isOptional?: boolean
}

const HEADING = { kind: 'line', maximum: 200 } as const
const TEXT = { kind: 'text', maximum: 2000, isOptional: true } as const
const ARTICLE = { kind: 'article', maximum: 20_000, isOptional: true } as const

const TEXT_FIELDS = {
  heroHeading: { page: 'home', label: 'Heading', place: 'The large words at the top', ...HEADING },
  heroText: {
    page: 'home',
    label: 'Line below it',
    place: 'Below the heading',
    ...HEADING,
    isOptional: true,
  },
  heroSummary: { page: 'home', label: 'What the shop sells', place: 'The grey text below', ...TEXT },
  heroMore: {
    page: 'home',
    label: 'Words of the link',
    place: 'The link beside the button',
    kind: 'line',
    maximum: 60,
    isOptional: true,
  },
  heroMoreTarget: {
    page: 'home',
    label: 'Where the link leads',
    place: 'A path of the shop that begins with /, or an address that begins with https://',
    kind: 'target',
    maximum: 500,
  },
  welcomeHeading: {
    page: 'home',
    label: 'Heading of the welcome',
    place: 'Below the categories',
    ...HEADING,
  },
  welcomeText: { page: 'home', label: 'Welcome', place: 'Beside this heading', ...TEXT },
  productsHeading: {
    page: 'home',
    label: 'Heading of the products',
    place: 'Above the cards of the parts',
    ...HEADING,
  },
  testimonialsHeading: {
    page: 'home',
    label: 'Heading of the testimonials',
    place: 'Above the reviews',
    ...HEADING,
  },
  skillsHeading: { page: 'home', label: 'Heading of the skills', place: 'Above the bars', ...HEADING },
  skillsLead: {
    page: 'home',
    label: 'Line about the skills',
    place: 'Below this heading',
    ...TEXT,
    maximum: 500,
  },
  numbersHeading: {
    page: 'home',
    label: 'Heading of the numbers',
    place: 'Above the statistics',
    ...HEADING,
  },
  termsHeading: { page: 'terms', label: 'Heading', place: 'The title of the page', ...HEADING },
  termsLead: {
    page: 'terms',
    label: 'Line below the heading',
    place: 'Search engines show it too',
    ...HEADING,
    maximum: 300,
    isOptional: true,
  },
  termsText: { page: 'terms', label: 'Text', place: 'The page itself', ...ARTICLE },
  imprintHeading: { page: 'imprint', label: 'Heading', place: 'The title of the page', ...HEADING },
  imprintText: {
    page: 'imprint',
    label: 'More about the seller',
    place: 'Below the name, the address and the VAT ID, which are those of the settings',
    ...ARTICLE,
    // All texts together stay below what a request may have, in any script.
    maximum: 5000,
  },
} as const satisfies Readonly<Record<string, TextFieldInfo>>

export type TextField = keyof typeof TEXT_FIELDS

export const textFieldInfo = (field: TextField): TextFieldInfo => TEXT_FIELDS[field]

export const TEXT_FIELD_NAMES = Object.keys(TEXT_FIELDS) as TextField[]

/** The lists of the home page. */
export const LIST_LIMITS = {
  skills: 20,
  numbers: 8,
  name: 60,
  percent: 100,
  number: 999_999_999,
  unit: 10,
} as const
