import type { ListRow } from './pasted-lines.ts'

/** What a mail begins with; what is above it is a letterhead. */
const GREETING =
  /^\W*(?:dear|hello|hi|hey|good (?:morning|afternoon|day)|sehr geehrte|guten (?:morgen|tag)|hallo|liebe[rs]?|bonjour|buongiorno|hola)\b/iu

/** What a mail ends with; what is below it is a signature. */
const CLOSING =
  /^\W*(?:(?:kind|best|warm|with (?:kind|best)) (?:regards|wishes)|regards|yours|sincerely|cheers|many thanks|thanks|thank you|mit (?:freundlichen|besten) gr[üu](?:ß|ss)en|(?:viele|beste|liebe|freundliche) gr[üu](?:ß|ss)e|mfg|cordialement|saludos|cordiali saluti)\b|^--\s*$/iu

/** Addresses, telephone numbers, numbers of papers, dates and the head of a mail. */
const NO_PARTS: readonly RegExp[] = [
  /\S@\S+\.\p{L}/u,
  /\b(?:https?:\/\/|www\.)/i,
  /(?<![\p{L}\p{N}])(?:tel|telefon|phone|fax|mobile?|cell|iban|bic|vat id|ust-?id(?:nr)?|hrb)(?![\p{L}\p{N}])/iu,
  /^[>\s]*(?:from|to|cc|sent|date|subject|von|an|gesendet|datum|betreff|objet|envoyé)\s*:/iu,
  /\b(?:order|offer|quotation|inquiry|customer|invoice|bestell|auftrags|angebots|kunden|rechnungs)[ -]?(?:no|nr|number|nummer|#)\b/iu,
  /\b(?:our|your|unsere|ihre) (?:order|offer|inquiry|bestellung|anfrage|angebot)\b/iu,
  /^\W*(?:\p{L}+,? )?\d{1,2}[./-] ?\d{1,2}[./-] ?(?:\d{2}|\d{4})\W*$/u,
  /^\W*page \d+(?: of \d+)?\W*$/iu,
]

/**
 * The rows that name no part: greetings, letterheads, signatures, rows of column names. Only lines are among them in which the
 * shop found no part and none that may be meant; what has a number is one only where its place or its form says so.
 */
export function notParts(rows: readonly ListRow[]): ReadonlySet<ListRow> {
  const greeting = rows.findIndex(({ text }) => GREETING.test(text))
  const closing = rows.findIndex(({ text }) => CLOSING.test(text))
  const isOutside = (at: number) => at < greeting || (closing !== -1 && at > closing)
  return new Set(rows.filter((row, at) => isUnnamed(row) && (isOutside(at) || isNoPart(row))))
}

/** Nothing for sale was found, nor anything that may be meant. */
const isUnnamed = ({ line }: ListRow): boolean => line?.problem === 'unknown' && line.fixes === undefined

const isNoPart = ({ text }: ListRow): boolean => !/\d/.test(text) || NO_PARTS.some((form) => form.test(text))
