/**
 * The columns of a booking batch as DATEV names them (format category 21, version 13).
 * Those with quotation marks are texts: also an empty one is quoted.
 */
const FIRST =
  'Umsatz (ohne Soll/Haben-Kz);"Soll/Haben-Kennzeichen";"WKZ Umsatz";Kurs;Basis-Umsatz;"WKZ Basis-Umsatz";Konto;Gegenkonto (ohne BU-Schlüssel);"BU-Schlüssel";Belegdatum;"Belegfeld 1";"Belegfeld 2";Skonto;"Buchungstext";Postensperre;"Diverse Adressnummer";Geschäftspartnerbank;Sachverhalt;Zinssperre;"Beleglink"'

const MIDDLE =
  '"KOST1 - Kostenstelle";"KOST2 - Kostenstelle";Kost-Menge;"EU-Land u. UStID (Bestimmung)";EU-Steuersatz (Bestimmung);"Abw. Versteuerungsart";Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung'

const LAST =
  'Stück;Gewicht;Zahlweise;"Forderungsart";Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;"Auftragsnummer";"Buchungstyp";USt-Schlüssel (Anzahlungen);"EU-Land (Anzahlungen)";Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);"Herkunft-Kz";"Buchungs GUID";KOST-Datum;"SEPA-Mandatsreferenz";Skontosperre;"Gesellschaftername";Beteiligtennummer;"Identifikationsnummer";"Zeichnernummer";Postensperre bis;"Bezeichnung SoBil-Sachverhalt";Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;"Generalumkehr (GU)";Steuersatz;"Land";"Abrechnungsreferenz";BVV-Position;"EU-Land u. UStID (Ursprung)";EU-Steuersatz (Ursprung);Abw. Skontokonto'

const pairs = (kind: string, content: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => [`"${kind} ${index + 1}"`, `"${content} ${index + 1}"`]).flat()

interface Column {
  readonly name: string
  readonly isText: boolean
}

export const COLUMNS: readonly Column[] = [
  ...FIRST.split(';'),
  ...pairs('Beleginfo - Art', 'Beleginfo - Inhalt', 8),
  ...MIDDLE.split(';'),
  // DATEV writes the second without a space.
  ...pairs('Zusatzinformation - Art', 'Zusatzinformation- Inhalt', 20),
  ...LAST.split(';'),
].map((column) => ({ name: column.replaceAll('"', ''), isText: column.startsWith('"') }))

/** The line of their names. */
export const columnLine = (): string => COLUMNS.map(({ name }) => name).join(';')
