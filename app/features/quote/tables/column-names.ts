import { foldText } from '#kit/text/fold-text.ts'
import { wordKind } from '../reading/amount-words.ts'

/** What a column is by its name. A name that is not known is `undefined`: nothing is concluded from it. */
export type ColumnKind =
  /** Has part numbers. */
  | 'part'
  /** The pieces that are ordered. */
  | 'quantity'
  /** Surely the pieces that are ordered, also beside a column that is only called "Qty". */
  | 'order quantity'
  /** What the quantity counts: pieces, boxes. */
  | 'unit'
  /** Words about the part. */
  | 'name'
  /** Says that a row is not to be ordered. */
  | 'left out'
  /** Another number of pieces: what is in stock, in a package, the least that can be ordered. */
  | 'count'
  /** Any other number: a position, a price, a date. */
  | 'number'

const LONGEST_NAME = 40
const MOST_WORDS = 5

const words = (list: string): string => list.trim().split(/\s+/).join('|')
const oneOf = (list: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words(list)})(?![\\p{L}\\p{N}])`, 'u')

/** "Stock No." and "Bestellnummer" name the part. */
const CODE = /(?:^| |(?<=\p{L}{3}))(?:no|nr|number|nummer|num|numero|code|id)$/u

/** Numbers of something else than the part. */
const OTHER_CODE = oneOf(
  `pos position line row zeile ligne po hs tariff customs customer kunden kunde kundennummer invoice rechnung serial lot batch
  drawing zeichnung rev revision zolltarif\\p{L}*`,
)

const COUNT = oneOf(
  `min minimum mini mindest\\p{L}* moq moqs stock stocks soh inventory lager\\p{L}* \\p{L}*bestand bestande
  verfugbar\\p{L}* available availability avail disponib\\p{L}* dispo onhand hand pack packs packed package packages packaging
  packung \\p{L}*packung\\p{L}* verpack\\p{L}* ve vpe vp spq gebinde karton\\p{L}* carton\\p{L}* box boxes case cases bag bags reel
  reels roll rolls tray trays colis boite\\p{L}* conditionnement per pro par delivered shipped received geliefert livre\\p{L}* recu
  reserved reserviert reserve allocated annual annually yearly year jahr jahres\\p{L}* annuel\\p{L}* eau forecast usage
  \\p{L}*verbrauch month monthly monat\\p{L}* mensuel\\p{L}* last previous prev max maximum maximal\\p{L}* multiple multiples
  increment step staffel\\p{L}* incoming transit backlog vorrat reste`,
)

const NUMBER = oneOf(
  `price prices pricing \\p{L}*preis\\p{L}* prix tarif precio prezzo ep gp rate cost costs kosten value wert betrag montant summe sum
  subtotal eur usd gbp chf rabatt discount remise tax vat mwst ust tva weight gewicht poids kg kgs mm cm length lange longueur
  width breite height hohe size grosse diameter durchmesser date datum \\p{L}*termin \\p{L}*datum delai eta due by week woche kw day days
  tage lead leadtime lieferzeit pos position line row zeile ligne rank hs zolltarif\\p{L}* tariff rev revision`,
)

const SUM = oneOf('total totals totale gesamt')

const PIECES = oneOf(
  `qty qtys qnty qte quantity quantities quantite quantites quant mge menge \\p{L}*menge anzahl stuckzahl stuck stucke stueck stk st pcs pce
  pces piece pieces pc ea units cantidad cant quantita qta aantal antal`,
)

const ORDERED = oneOf(
  `order ordered ordering orders required requirement requirements req reqd needed need needs demand buy purchase bestell\\p{L}*
  bestellt bedarf bedarfsmenge benotigt\\p{L}* gewunscht\\p{L}* wunschmenge auftragsmenge commande\\p{L}* commander besoin besoins
  demande demandee requis\\p{L}* pedido`,
)

/** These say what is ordered without another word; "Order" alone may be the number of an order. */
const ORDERED_ALONE = oneOf(
  `ordered required needed need needs demand req reqd bestellt bedarf benotigt\\p{L}* gewunscht\\p{L}* besoin besoins commander`,
)

const UNIT = /(?<!\p{L})(?:unit|uom|u m|me|unite|(?:\p{L}*)einheit)$|^unite? (?:of|de) mes\p{L}+$/u

const PART = oneOf(
  `part parts article articles artikel artikelnr art sku skus item items mpn pn material teil teile teilenr sachnr bestellnr ref refs
  reference references referenz product products produkt produit catalog catalogue cat \\p{L}*nummer`,
)

const NAME = oneOf(
  `description descr desc bez name names \\p{L}*name bezeichnung \\p{L}*bezeichnung designation libelle beschreibung text \\p{L}*text type typ
  remark remarks comment comments note notes bemerkung\\p{L}* kommentar\\p{L}* remarque\\p{L}* hinweis finish surface norm standard
  manufacturer mfr mfg brand hersteller marque fabricant supplier lieferant fournisseur status state footprint designator package`,
)

const LEFT_OUT =
  /^(?:dnp|dnf|dni|dns|do not (?:populate|fit|place|order)|excluded?(?: from bom)?|nicht bestucken|ne pas monter)$/

/** Whether a name counts packages, thousands or so many: "Qty (boxes)", "Menge in 100 St". */
const isOfMany = (name: string): boolean =>
  name
    .split(' ')
    .some((word) => /\d/.test(word) || ['package', 'multiple'].includes(wordKind(word)) || word === 'k')

export const nameWords = (cell: string): string =>
  foldText(cell.slice(0, 2 * LONGEST_NAME))
    .replace(/[^\p{L}\p{N}\p{Sc}]+/gu, ' ')
    .replace(/^p n$/, 'pn')
    .trim()

/** The kind of a column by its name in English, German or French. */
export function columnKind(cell: string): ColumnKind | undefined {
  if (cell.length > LONGEST_NAME) return undefined
  const name = nameWords(cell)
  if (name === '' || /^\d/.test(name) || name.split(' ').length > MOST_WORDS) return undefined
  if (LEFT_OUT.test(name)) return 'left out'
  if (/^(?:no|number|nombre|nb) (?:of|de) /.test(name)) return PIECES.test(name) ? 'quantity' : 'count'
  if (OTHER_CODE.test(name)) return 'number'
  if (CODE.test(name)) return 'part'
  if (/\p{Sc}/u.test(name)) return 'number'
  const isOfPieces = PIECES.test(name)
  if (NUMBER.test(name)) return 'number'
  if (COUNT.test(name) || /(?:^| )on order(?: |$)/.test(name)) return 'count'
  if (SUM.test(name) && !isOfPieces) return 'number'
  if (UNIT.test(name)) return 'unit'
  if (isOfPieces || ORDERED_ALONE.test(name)) {
    if (isOfMany(name)) return 'count'
    return ORDERED.test(name) ? 'order quantity' : 'quantity'
  }
  if (/\d/.test(name)) return undefined
  if (NAME.test(name)) return 'name'
  return PART.test(name) ? 'part' : undefined
}
