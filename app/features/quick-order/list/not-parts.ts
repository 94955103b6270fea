import type { ListRow } from './pasted-lines.ts'

/** What a mail begins with; what is above it is a letterhead. */
const GREETING =
  /^\W*(?:dear|hello|hi|hey|good (?:morning|afternoon|day)|sehr geehrte|guten (?:morgen|tag)|hallo|liebe[rs]?|bonjour|buongiorno|hola)\b/iu

/** What a mail ends with; what is below it is a signature. */
const CLOSING =
  /^\W*(?:(?:kind|best|warm|with (?:kind|best)) (?:regards|wishes)|regards|yours|sincerely|cheers|(?:many thanks|thanks|thank you)(?! (?:very much |so much )?for)|mit (?:freundlichen|besten) gr[üu](?:ß|ss)en|(?:viele|beste|liebe|freundliche) gr[üu](?:ß|ss)e|mfg|cordialement|saludos|cordiali saluti)\b|^--\s*$/iu

/** Addresses, telephone numbers, numbers of papers, dates and the head of a mail. */
const NO_PARTS: readonly RegExp[] = [
  /\S@\S+\.\p{L}/u,
  /\b(?:https?:\/\/|www\.)/i,
  /(?<![\p{L}\p{N}])(?:tel|telefon|phone|fax|mobile?|cell)[.:\s]*[+(]*\d[\d\s()/–-]{4,}/iu,
  /(?<![\p{L}\p{N}])(?:iban|bic|vat id|ust-?id(?:nr)?|hrb)(?![\p{L}\p{N}])/iu,
  /^[>\s]*(?:from|to|cc|sent|date|subject|von|an|gesendet|datum|betreff|objet|envoyé)\s*:/iu,
  /\b(?:order|offer|quotation|inquiry|customer|invoice|bestell|auftrags|angebots|kunden|rechnungs)[ -]?(?:no|nr|number|nummer|#)\b/iu,
  /\b(?:our|your|unsere|ihre) (?:order|offer|inquiry|bestellung|anfrage|angebot)\b/iu,
  /^\W*(?:\p{L}+[,:]? )?\d{1,2}[./-] ?\d{1,2}[./-] ?(?:\d{2}|\d{4})\W*$/u,
  /^\W*(?:(?:grand|sub)[- ]?)?(?:total|summe|gesamt|gesamtsumme|zwischensumme|somme)\W[\d\s.,:;|€$]*$/iu,
  /^\W*page \d+(?: of \d+)?\W*$/iu,
]

const NUMBER_WITH_UNIT =
  /(?<![\p{L}\p{N}])\d[\d.,'’]*k?\s?(?:x|×|pcs?|pces?|pieces?|ea|units?|st|stk|stck|st[üu]e?ck)(?![\p{L}\p{N}])/iu

/**
 * The rows that name no part: greetings, letterheads, signatures, rows of column names. Only lines are among them in which the
 * shop found no part and none that may be meant; what has a number is one only where its place or its form says so.
 */
export function notParts(rows: readonly ListRow[]): ReadonlySet<ListRow> {
  // Mails that answer each other have several of both, and "Thanks for your offer" may be the first sentence of an order.
  const first = rows.findIndex(isNamed)
  const last = rows.findLastIndex(isNamed)
  const greeting = rows.findIndex(({ text }) => GREETING.test(text))
  const closing = rows.findIndex(({ text }, at) => at > last && CLOSING.test(text))
  const isOutside = (at: number) =>
    (at < greeting && (first === -1 || at < first)) || (closing !== -1 && at > closing)
  return new Set(
    rows.filter(
      (row, at) => isUnnamed(row) && (row.isHead || !saysPieces(row)) && (isOutside(at) || isNoPart(row)),
    ),
  )
}

/** "PS: 200 pcs of the new ones" is a line of the list, wherever it stands. */
const saysPieces = ({ text }: ListRow): boolean => NUMBER_WITH_UNIT.test(text)

/** A part for sale was found, by its number or all of its words. */
const isNamed = ({ line }: ListRow): boolean =>
  line !== undefined && (line.problem !== 'unknown' || line.described === 'wholly')

/** Nothing for sale was found, nor anything that may be meant. */
const isUnnamed = ({ line }: ListRow): boolean => line?.problem === 'unknown' && line.fixes === undefined

/** Names of columns, and rows that count others, are no parts by their place in a table. */
const isNoPart = ({ text, table, isHead, read }: ListRow): boolean =>
  isHead ||
  (table !== undefined && read.candidates.length === 0) ||
  !/\d/.test(text) ||
  NO_PARTS.some((form) => form.test(text))
