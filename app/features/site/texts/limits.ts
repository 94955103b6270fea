/** The texts of pages that admins can change: their labels, their lengths, and where they stand. */

/** The parts of the editor, one page each. */
export type TextPage = 'home' | 'portfolio' | 'terms' | 'privacy' | 'returns' | 'imprint'

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
const LEAD = { kind: 'line', maximum: 300, isOptional: true } as const
const NAME = { kind: 'line', maximum: 60 } as const
const ARTICLE = { kind: 'article', maximum: 20_000, isOptional: true } as const

/** Of a page that there is once it says something. */
const OPTIONAL_PAGE = 'The page itself; without a text the shop does not have it'

const TARGET = {
  place: 'A path of the shop that begins with /, or an address that begins with https://',
  kind: 'target',
  maximum: 500,
} as const

/** The fields of a project of the portfolio. */
const project = (which: 'First' | 'Second' | 'Third') =>
  ({
    name: { page: 'portfolio', label: `${which} project`, place: 'The words of its link', ...NAME },
    target: { page: 'portfolio', label: `Where the ${which.toLowerCase()} project is`, ...TARGET },
    text: {
      page: 'portfolio',
      label: `About the ${which.toLowerCase()} project`,
      place: 'Below its name',
      ...LEAD,
    },
  }) as const

const [first, second, third] = [project('First'), project('Second'), project('Third')]

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
    ...TARGET,
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
  portfolioHeading: { page: 'portfolio', label: 'Heading', place: 'The title of the page', ...HEADING },
  portfolioLead: {
    page: 'portfolio',
    label: 'Line below the heading',
    place: 'Search engines show it too',
    ...LEAD,
  },
  portfolioName: {
    page: 'portfolio',
    label: 'Name of the developer',
    place: 'A person, a team or a company',
    ...HEADING,
  },
  portfolioRole: {
    page: 'portfolio',
    label: 'Designation',
    place: 'Below the name, in the personal details; e-mail, phone and town are those of the settings',
    ...HEADING,
    isOptional: true,
  },
  portfolioText: {
    page: 'portfolio',
    label: 'About the developer',
    place: 'Below the name; the list below it has the skills of the home page',
    ...TEXT,
    maximum: 1000,
  },
  portfolioFirst: first.name,
  portfolioFirstTarget: first.target,
  portfolioFirstText: first.text,
  portfolioSecond: second.name,
  portfolioSecondTarget: second.target,
  portfolioSecondText: second.text,
  portfolioThird: third.name,
  portfolioThirdTarget: third.target,
  portfolioThirdText: third.text,
  termsHeading: { page: 'terms', label: 'Heading', place: 'The title of the page', ...HEADING },
  termsLead: {
    page: 'terms',
    label: 'Line below the heading',
    place: 'Search engines show it too',
    ...LEAD,
  },
  termsText: { page: 'terms', label: 'Text', place: 'The page itself', ...ARTICLE },
  privacyHeading: { page: 'privacy', label: 'Heading', place: 'The title of the page', ...HEADING },
  privacyLead: {
    page: 'privacy',
    label: 'Line below the heading',
    place: 'Search engines show it too',
    ...LEAD,
  },
  privacyText: { page: 'privacy', label: 'Text', place: OPTIONAL_PAGE, ...ARTICLE },
  returnsHeading: { page: 'returns', label: 'Heading', place: 'The title of the page', ...HEADING },
  returnsLead: {
    page: 'returns',
    label: 'Line below the heading',
    place: 'Search engines show it too',
    ...LEAD,
  },
  returnsText: { page: 'returns', label: 'Text', place: OPTIONAL_PAGE, ...ARTICLE },
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
