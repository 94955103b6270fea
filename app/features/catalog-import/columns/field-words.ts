import { foldText } from '#kit/text/fold-text.ts'

const LONGEST_HEAD = 80

/** The words of a head: "Art.-Nr. (neu)" is "art nr neu". */
const headWords = (head: string): string =>
  foldText(head.slice(0, LONGEST_HEAD))
    .replace(/[^\p{L}\p{N}\p{Sc}]+/gu, ' ')
    .trim()

/** What the whole head has to be: phrases parted by commas. */
const phrases = (list: string): RegExp =>
  new RegExp(
    `^(?:${list
      .trim()
      .split(/\s*,\s*/)
      .join('|')})$`,
    'u',
  )

/** Numbers and names that others gave. */
const NOT_OURS =
  /(?:^| )(?:supplier|vendor|lieferant\p{L}*|fournisseur|proveedor|fornitore|leverancier|customer|kunden?\p{L}*|client|cliente|klant|manufacturer|hersteller\p{L}*|fabricant|ean|gtin|upc|barcode|drawing|zeichnung\p{L}*|old|alt|alte|ancien)(?: |$)/u
/** The currency or the unit of a head says nothing of what it is. */
const UNITS =
  /(?:^| )(?:eur|euro|usd|gbp|chf|pln|sek|\p{Sc}|pcs|pieces|stk|stuck|st|szt|uds|pz|working days|days|tage|jours)(?= |$)/gu

/** What heads call the fields in English, German, French, Spanish, Italian, Dutch, Polish and Swedish; folded, the first holds. */
const WORDS: readonly (readonly [field: string, words: RegExp])[] = [
  [
    'customsCode',
    phrases(`hs, hs code, hs number, customs code, customs tariff number, customs number, tariff code, tariff number, tariff no,
      commodity code, taric, taric code, intrastat code, zolltarifnummer, zolltarif, zolltarif nr, warennummer, warentarifnummer,
      code douanier, nomenclature douaniere, code nc, codigo arancelario, partida arancelaria, codice doganale, nomenclatura,
      goederencode, kod cn, kod celny, tullkod, statistisk nummer`),
  ],
  [
    'origin',
    phrases(`origin, country of origin, coo, made in, ursprung, ursprungsland, herkunft, herkunftsland, pays d origine, origine,
      pais de origen, origen, paese di origine, paese d origine, land van herkomst, kraj pochodzenia`),
  ],
  [
    'weight',
    phrases(`(?:unit |net )?weight (?:in )?(?:g|grams?), (?:stuck|netto)?gewicht (?:in )?(?:g|gramm), poids (?:unitaire )?(?:en )?(?:g|grammes),
      peso (?:unitario )?(?:en |in )?(?:g|gramos|grammi), gewicht (?:in )?gram, waga (?:w )?(?:g|gramach), vikt (?:i )?(?:g|gram)`),
  ],
  [
    'leadDays',
    phrases(`lead time, lead times, lead, lieferzeit, lieferfrist, lieferzeit in, delai, delai de livraison, plazo, plazo de entrega,
      tempo di consegna, consegna, levertijd, czas dostawy, leveranstid, ledtid`),
  ],
  [
    'reorderPoint',
    phrases(`reorder point, reorder level, reorder, min stock, minimum stock, safety stock, meldebestand, mindestbestand,
      sicherheitsbestand, stock mini, stock minimum, stock de securite, seuil de reapprovisionnement, punto de pedido, stock minimo,
      scorta minima, punto di riordino, bestelpunt, minimumvoorraad, stan minimalny, bestallningspunkt`),
  ],
  [
    'minimum',
    phrases(`moq, min order, min order qty, min order quantity, minimum order, minimum order qty, minimum order quantity, min qty,
      minimum, minimum quantity, mindestmenge, mindestbestellmenge, mindestabnahme, mindestabnahmemenge, qte mini, qte min,
      quantite mini, quantite minimum, quantite minimale, minimum de commande, cantidad minima, pedido minimo, quantita minima,
      ordine minimo, minimale hoeveelheid, minimale bestelhoeveelheid, minimalna ilosc, minsta antal, minsta orderantal`),
  ],
  [
    'step',
    phrases(`step, order step, multiple, order multiple, sold in multiples of, vielfaches, bestellschritt, multiple de commande,
      multiple de vente, multiplo, veelvoud, wielokrotnosc, multipel`),
  ],
  [
    'price',
    phrases(`(?:unit |list |sales |selling |net |retail |base )?price(?: net| excl vat)?, preis, (?:einzel|listen|verkaufs|stuck|netto|grund)preis,
      vk, vk preis, vk netto, preis netto, prix, prix (?:unitaire|de vente|net|ht|catalogue|public)(?: ht)?, pu ht, tarif,
      precio, precio (?:unitario|de venta|neto), pvp, prezzo, prezzo (?:unitario|di vendita|netto|di listino), listino,
      prijs, (?:stuks?|verkoop|eenheids|netto)prijs, cena, cena (?:netto|jednostkowa|sprzedazy), pris, (?:styck|a|forsaljnings)pris`),
  ],
  [
    'quantity',
    phrases(`stock, in stock, stock qty, stock quantity, stock level, qty, qty in stock, quantity, quantity in stock, on hand, qty on hand,
      quantity on hand, available, inventory, bestand, lagerbestand, lager, auf lager, menge, anzahl, stuckzahl, vorrat, verfugbar,
      verfugbare menge, quantite, quantite en stock, qte, qte en stock, en stock, disponible, existencias, cantidad, unidades,
      giacenza, disponibilita, quantita, voorraad, op voorraad, aantal, stan, stan magazynowy, ilosc, lagersaldo, antal, saldo`),
  ],
  [
    'category',
    phrases(`category, product category, product group, item group, article group, group, kategorie, produktkategorie, warengruppe,
      produktgruppe, artikelgruppe, hauptgruppe, categorie, famille, famille de produits, groupe, categoria, familia, gruppo,
      gruppo merceologico, productgroep, artikelgroep, kategoria, grupa, grupa towarowa, varugrupp, kategori`),
  ],
  [
    'image',
    phrases(`image, image url, image file, image name, picture, picture file, photo, bild, bilddatei, bildname, produktbild, foto,
      image produit, photo produit, imagen, immagine, afbeelding, zdjecie, obraz, fil bild`),
  ],
  [
    'sku',
    phrases(`sku, pn, p n, part, part number, part no, part nr, part num, part code, item, item number, item no, item code, article,
      article number, article no, article code, art, art no, art nr, artnr, artikel, artikelnummer, artikel nummer, artikelnr, artikel nr,
      artikelcode, sachnummer, sachnr, teilenummer, teilenr, teile nr, material, materialnummer, materialnr, bestellnummer, bestellnr,
      bestell nr, best nr, produktnummer, produkt nr, product number, product no, product code, product id, stock code, catalog number,
      catalogue number, cat no, ref, reference, reference article, reference produit, ref article, code article, code produit,
      numero d article, no article, n article, referencia, codigo, codigo de articulo, numero de articulo, codice, codice articolo,
      cod articolo, productcode, productnummer, numer artykulu, nr artykulu, indeks, kod produktu, kod, artikelbeteckning nr,
      our number, code, nummer, number`),
  ],
  [
    'name',
    phrases(`name, title, product name, part name, item name, article name, short text, short description, bezeichnung, artikelbezeichnung,
      produktbezeichnung, materialkurztext, kurztext, kurzbezeichnung, benennung, produktname, artikelname, designation, libelle, nom,
      nom du produit, intitule, nombre, denominacion, denominazione, nome, nome prodotto, naam, productnaam, omschrijving,
      artikelomschrijving, nazwa, nazwa produktu, benamning, namn, produktnamn, artikelnamn`),
  ],
  [
    'description',
    phrases(`description, desc, long description, long text, product description, details, beschreibung, artikelbeschreibung,
      produktbeschreibung, langtext, descriptif, description longue, descripcion, descrizione, beschrijving, opis, beskrivning`),
  ],
]

/**
 * The field that a head names; undefined for one that names none. The whole head has to be known: "Preis je 100" and "Weight (kg)"
 * would have to be calculated, so they are asked.
 */
export function fieldNamed(head: string): string | undefined {
  const words = headWords(head)
  if (words === '' || NOT_OURS.test(words)) return undefined
  const plain = words.replace(UNITS, ' ').replace(/\s+/g, ' ').trim()
  return WORDS.find(([, named]) => named.test(words) || named.test(plain))?.[0]
}
