/** The words that stand beside quantities in mails and tables, by what they say of the number beside them. */
export type WordKind =
  /** Pieces: the number is the quantity. */
  | 'unit'
  /** The next number is the quantity. */
  | 'label'
  /** The next number is none: a position, a standard, a grade. */
  | 'name'
  /** The number before is none: it is a length, a time, a pressure. */
  | 'measure'
  | 'currency'
  /** The number before counts packages or weighs the goods: how many pieces it means is not known. */
  | 'package'
  /** The number before counts so many pieces: `dozen`. */
  | 'multiple'
  /** Any other amount: `or`, `approx`, `per`, `+`, `two`. */
  | 'vague'
  /** Says nothing of an amount: `please`, `of`. */
  | 'filler'
  /** A size, a type, a date: letters and digits, or digits that are no number. */
  | 'designation'
  /** Any other with a digit. */
  | 'figure'
  /** Not known. */
  | 'word'

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const UNITS = wordsOf(
  `pc pcs pce pces piece pieces ea each unit units nos off st stk stck stück stücke stueck stuecke pz pzs pza pzas
  pieza piezas pezzo pezzi ud uds pièce pièces`.trim(),
)

const GLUED_UNIT = new RegExp(
  `(?<=\\dk?)(?:${[...UNITS].filter((unit) => /^\p{L}+$/u.test(unit)).join('|')})$`,
  'i',
)

const PIECES_OF: Readonly<Record<string, number>> = {
  ...fromWords(2, 'pair pairs prs paar paare'),
  ...fromWords(12, 'dozen dozens doz dz dzd dtzd dutzend douzaine douzaines docena docenas'),
  ...fromWords(100, 'hundred hundreds hundert centaine centaines'),
  ...fromWords(144, 'gross grosses gros'),
  ...fromWords(1000, 'thousand thousands tausend tsd mille millier milliers kpcs'),
  ...fromWords(1_000_000, 'million millions mio'),
}

function fromWords(pieces: number, words: string): Record<string, number> {
  return Object.fromEntries(words.split(' ').map((word) => [word, pieces]))
}

const KINDS: readonly (readonly [WordKind, ReadonlySet<string>])[] = [
  ['unit', UNITS],
  [
    'label',
    wordsOf('qty qté quantity quantité quantities menge bestellmenge anzahl stückzahl cantidad quantità'),
  ],
  [
    'name',
    wordsOf(
      `pos position item line no nr # din iso en ansi asme astm jis bs grade class klasse kw cw price preis prix po drawing
      zeichnung rev part number sku article product code ref reference artikel artikelnummer bestellnummer art`,
    ),
  ],
  [
    'measure',
    wordsOf(
      'mm cm in inch inches nm n kn bar mpa v w ° °c h day days week weeks tag tage tagen woche wochen',
    ),
  ],
  ['currency', wordsOf('usd eur gbp chf euro euros')],
  [
    'package',
    wordsOf(
      `box boxes bx carton cartons ctn ctns case cases crate crates pack packs pk pkg pkgs pkt pkts packet packets package
      packages packung packungen paket pakete bag bags beutel sack säcke tüte tüten sachet sachets reel reels roll rolls rolle
      rollen spule spulen coil coils drum drums tube tubes tray trays strip strips stange stangen pallet pallets palette
      paletten skid skids bundle bundles bund bündel lot lots batch batches kit kits set sets satz sätze karton kartons
      schachtel schachteln kiste kisten dose dosen eimer gebinde ve vpe vpk pu boite boites boîte boîtes paquet paquets rouleau
      rouleaux jeu jeux blister blisters container sleeve sleeves layer layers lage lagen kg kgs kilo kilos g gr lb lbs t ton
      tons l ltr litre litres liter m meter meters metre metres ft`,
    ),
  ],
  [
    'vague',
    wordsOf(
      `or oder ou approx approximately ca circa about around etwa ungefähr environ rund roughly nearly almost min mind
      minimum mindestens minimal max maximal maximum höchstens up bis least most over under between zwischen plus minus extra
      additional zusätzlich spare spares reserve more less mehr weniger per pro je jeweils à a x @ at half halbe halbes quarter
      double twice couple few several some many einige mehrere two three four five six seven eight nine ten eleven twelve twenty
      fifty zwei drei vier fünf sechs sieben acht neun zehn zwölf zwanzig fünfzig deux trois quatre cinq dix douze vingt
      cinquante daily weekly monthly quarterly yearly every täglich wöchentlich monatlich jährlich jede jeden thrice not nicht
      kein keine already bereits schon cancel cancelled canceled storniert stornieren
      remove delete never don't dont don’t nie streichen gestrichen entfernen löschen entfällt entfallen complaint reklamation
      returned received missing optional maybe perhaps vielleicht eventuell evtl rounded gerundet boxed bagged fifties pairwise paarweise instead replaces statt anstatt
      ersetzt + ~ ± ≈ ∼ ≤ ≥ ≠ ÷ ➕ ➖ ‰ % +/-`,
    ),
  ],
  [
    'filler',
    wordsOf(
      `of for the parts articles products
      please pls plz kindly bitte send need needs needed order ordering want require required quote deliver supply ship buy get
      take we i would like also then and und et us me our your you von vom für wir ich brauchen brauche benötigen benötige
      bestellen bestelle möchten liefern senden sie uns noch auch de du des pour svp nous commander dear hello hi thanks`,
    ),
  ],
]

const KIND_BY_WORD: ReadonlyMap<string, WordKind> = new Map(
  KINDS.flatMap(([kind, words]) => [...words].map((word) => [word, kind] as const)),
)

const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./](?:\d{2}|\d{4})|\d{1,2}-\d{1,2}-\d{4})$/

/** The property classes of screws look like decimal numbers. */
const STRENGTH = /^(?:[45]\.[68]|6\.8|8\.8|9\.8|10\.9|12\.9)$/

/** Letters, then digits: "M8", "A2-70", "DIN933". */
const LETTERS_AND_DIGITS = /^([\p{L}⌀]+)[-./]?\p{Nd}/u

const MONEY = /^(?:\p{Sc}|\p{Sc}[\d.,]*\d|[\d.,]*\d\p{Sc}|(?:\p{Sc}|usd|eur|gbp|chf)\/[\p{L}\d]+)$/u

export function wordKind(text: string): WordKind {
  const word = text.toLowerCase()
  const known = KIND_BY_WORD.get(word)
  if (known) return known
  if (Object.hasOwn(PIECES_OF, word)) return 'multiple'
  if (MONEY.test(word)) return 'currency'
  if (!/\p{N}/u.test(word)) return 'word'
  if (DATE.test(word) || STRENGTH.test(word)) return 'designation'
  const letters = LETTERS_AND_DIGITS.exec(word)?.[1]
  return letters !== undefined && !isAmount(letters) ? 'designation' : 'figure'
}

/** Whether a word is a number with the sign of its currency, as in "$0.12". */
export const isSumOfMoney = (text: string): boolean =>
  /^(?=.*\d)[\p{Sc}\d.,]*\p{Sc}[\p{Sc}\d.,]*$/u.test(text)

/** Whether letters before digits count something, as in "box50" and "ca200". Steel is "St37". */
function isAmount(letters: string): boolean {
  const kind = KIND_BY_WORD.get(letters)
  if (kind === 'vague' || kind === 'label') return true
  return (kind === 'package' && letters.length > 1) || (kind === 'unit' && letters.length > 2)
}

export const isUnit = (text: string): boolean => wordKind(text) === 'unit'

/** A number without the unit that is written behind it, as in "500pcs". */
export const withoutUnit = (text: string): string => text.replace(GLUED_UNIT, '')

/** How many pieces a word such as `dozen` stands for. */
export const piecesOf = (text: string): number | undefined => {
  const word = text.toLowerCase()
  return Object.hasOwn(PIECES_OF, word) ? PIECES_OF[word] : undefined
}

/** Words by which a number says how many pieces are in the package before it: "boxes of 50", "Karton à 50". */
const LINKS = wordsOf('of à a @ with mit x von de')

export const isLink = (text: string): boolean => LINKS.has(text.toLowerCase())
