import { expect, test } from 'vitest'
import { existingCandidate, readLines } from '../read-lines.ts'
import { partWords } from './part-words.ts'

/** What the shop says of the parts. */
const PARTS: Readonly<Record<string, string>> = {
  '933-M8': 'Hexagon head screw M8 × 40, DIN 933 Steel 8.8 Zinc plated DIN 933 / ISO 4017',
  'SC-913': 'Set screw M6 × 20, DIN 913',
  'BB-6204': 'Deep groove ball bearing 6204',
  'RP-1': 'Roll pin 200 × 5',
}

/** The quantity of a line, or what it may be. */
function amount(line: string): number | readonly number[] | 'nothing' {
  const [read] = readLines(`x\n${line}`).slice(1)
  const found = existingCandidate(read?.candidates ?? [], (sku) => sku in PARTS)
  if (!found) throw new Error(`No part in: ${line}`)
  const said = found.amount(partWords(`${found.sku} ${PARTS[found.sku]}`))
  return said === undefined ? 'nothing' : 'quantity' in said ? said.quantity : said.offers
}

test.each<[string, number[]]>([
  ['200 boxes of 50', [10_000]],
  ['10 packs of 100', [1000]],
  ['10 packs of 100 pcs', [1000]],
  ['5 gross', [720]],
  ['500 gross', [72_000]],
  ['10 dozen', [120]],
  ['10 Dutzend', [120]],
  ['5 Karton à 50', [250]],
  ['5 VE à 100 Stück', [500]],
  ['5 boxes x 100', [500]],
  ['10 boxes (50 pcs)', [500]],
  ['10 boxes (500 pcs)', [500, 5000]],
  ['200 pairs', [400]],
  ['5 hundred', [500]],
  ['2 thousand', [2000]],
  ['2 x 500 pcs', [1000]],
  ['2x100', [200]],
  ['200 or 300', [200, 300]],
  ['200 oder 300 Stk', [200, 300]],
  ['500 + 250 spare', [500, 750]],
  ['500 (+ 250)', [500, 750]],
  ['100-200', [100, 200]],
  ['100 - 200', [100, 200]],
  ['100 to 200', [100, 200]],
  ['200/300', [200, 300]],
  ['approx 200', [200]],
  ['approx. 200 pcs', [200]],
  ['ca. 200 Stück', [200]],
  ['~200', [200]],
  ['min. 200', [200]],
  ['up to 200', [200]],
  ['200 +/- 10%', [200]],
  ['200+', [200]],
  ['200 each of two', [200]],
  ['200 pcs or more', [200]],
  ['per 200', [200]],
  ['200 per 100', [100, 200]],
  ['200 Stapel', [200]],
  ['Stapel 200', [200]],
  ['200; Stapel', [200]],
  ['200 300', [200, 300, 200_300]],
  ['200 %', [200]],
  ['> 200', [200]],
  ...[
    '≥ 200',
    '≤ 200',
    '≠ 200',
    '200 pcs weekly',
    '200 pcs each month',
    '200 pcs every week',
    '200 pcs thrice',
    '200 pcs not needed',
    '200 Stück storniert',
    '200 pcs already received',
    '200 pcs instead',
    'order 200: blue',
    '200 week 12',
    '200 Woche 12',
    '200 Stück streichen',
  ].map((rest): [string, number[]] => [rest, [200]]),
  ['500 5.00', [500]],
  ['500 $0.12', [500]],
  ['500 0,12€', [500]],
  ['$0.12 500 $60.00', [500]],
  ['200; 12', [200]],
  ['Kisten; 5', []],
])('933-M8 %s is a question that offers %j', (rest, offers) => {
  expect(amount(`933-M8 ${rest}`)).toEqual(offers)
})

test.each([
  ...[
    '200 boxes',
    '1 box',
    '3 reels',
    '200 sets',
    '5 VE',
    'VE 50',
    'Karton à 50',
    '100 kg',
    '5 m',
    '5kg',
    '3 lbs',
    '2 great gross',
    '5 long hundred',
    "5 baker's dozen",
  ],
  ...['-5', '½', '1/2 dozen', '2 dozen boxes of 50', '10 packs', 'ten', 'a dozen', '1e9', '200er Pack'],
  ...['200 Säcke', '3 rouleaux', '2M', '5 boxes 100 bags 20 kg'],
])('933-M8 %s is a question without an offer', (rest) => {
  expect(amount(`933-M8 ${rest}`)).toEqual([])
})

test.each([
  ...[
    '',
    'DIN 933',
    'M8 × 40',
    'M8 x 40 mm',
    'pcs',
    '€ 5.00',
    '$5 per 100',
    '₹ 200',
    '500 $/100',
    '200 ¢',
    'your ref 4711',
    'article number 4711',
    'Artikelnummer 4711',
    'Hexagon head screw M8 × 40, DIN 933',
  ],
])('933-M8 %s says nothing of a quantity', (rest) => {
  expect(amount(`933-M8 ${rest}`)).toBe('nothing')
})

test.each<[string, number]>([
  ...(
    [
      '933-M8 DIN 933 M8 200',
      '933-M8 Hexagon head screw M8 × 40, DIN 933, 200',
      '933-M8 hexagon screws M8x40 zinc plated 200',
      '933-M8 200 screws of 40 mm',
      '200 hexagon screws 933-M8',
      '933-M8 ref 4711 200',
      '200 parts 933-M8',
      '933-M8 200 each hexagon screws',
      '200 screws M8 933-M8 please',
      '200 933-M8 Hexagon head screw 8x40',
      '200 Stk 933-M8 Sechskantschraube verzinkt',
      '200 x 933-M8 Sechskantschraube verzinkt',
      '933-M8\tSechskantschraube verzinkt\t200',
      '10\t933-M8\tSechskantschraube verzinkt\t200\tStk\t0,12 €\t24,00 €',
      '933-M8 € 5.00 200',
      '933-M8 200 € 5.00',
      '933-M8 200 pcs @ $0.05',
      '933-M8 200 Stück à 0,05 € per 100',
      '933-M8;200;5.00',
      '933-M8;200;$5.00',
      '933-M8 200 pcs $5.00',
      '933-M8 200 each',
      '933-M8 200x',
      '* 933-M8 200',
      '> 933-M8 200',
      '- 200 pcs 933-M8',
      '<933-M8> 200',
      '1. 933-M8 200',
      '2) 200 x 933-M8',
      '#3 933-M8 200',
      'Please send us 200 pcs of 933-M8.',
      'Bitte 200 Stück 933-M8 für Maschine Bravo',
      'We need 200 933-M8 for line 3',
      '933-M8 200 pcs by 2026-12-01',
      '933-M8, 200, delivery 12.01.2027',
    ] as const
  ).map((line): [string, number] => [line, 200]),
  ['933-M8 1 000', 1000],
  ['1 000 933-M8', 1000],
  ['933-M8 10 500', 10_500],
  ['933-M8, 2,500', 2500],
  ['933-M8 2,500', 2500],
  ['933-M8 1.5k pcs', 1500],
  ['500 set screws SC-913', 500],
  ['SC-913 set screw 500', 500],
  ['BB-6204 Bearing 6204 500', 500],
  ['500 roll pins RP-1', 500],
])('%s is %i', (line, quantity) => {
  expect(amount(line)).toBe(quantity)
})

test.each<[string, readonly number[] | 'nothing']>([
  ['SC-913 200 sets', []],
  ['200 sets SC-913', []],
  ['RP-1 20 rolls of 50', [1000]],
  ['BB-6204 Bearing 6204', 'nothing'],
  ['500 933-M8 Stapel', [500]],
  ['order 4711: 933-M8', [4711]],
  ['10 500 933-M8', [500, 10_500]],
  ['1 500 pcs 933-M8', [500, 1500]],
  ['933-M8,2,500', [500, 2500]],
  ['500 933-M8 200', [200, 500]],
  ['933-M8 200,-', 'nothing'],
  ['933-M8 500 €', 'nothing'],
])('%s is no number', (line, said) => {
  expect(amount(line)).toEqual(said)
})

test('the position of a row whose quantity is blank is no quantity', () => {
  expect(amount('7;SC-913;;')).toBe('nothing')
  expect(amount('7;SC-913;Set screw;')).toBe('nothing')
  expect(amount('7;;SC-913')).toBe('nothing')
  expect(amount('7;SC-913')).toBe(7)
  expect(amount('500;SC-913;')).toBe(500)
})

test.each(['remove 933-M8 200', "don't send 933-M8 200", 'complaint: 933-M8 200 pcs', 'nie 933-M8 200'])(
  '"%s" orders nothing by itself',
  (line) => {
    expect(amount(line)).toEqual([200])
  },
)

test('the number of an order is no number of pieces', () => {
  expect(amount('your order 4711 933-M8')).toBe('nothing')
  expect(amount('your order 4711 933-M8 200')).toBe(200)
  expect(amount('order 200 933-M8')).toBe(200)
})

test.each<[string, number | number[]]>([
  ['933-M8\t500,000\tST\t0,03 €', [500, 500_000]],
  ['933-M8 500.000 pcs @ $0.0587', [500, 500_000]],
  ['933-M8;1.000;0.12', [1, 1000]],
  ['933-M8\t1.000\tStk\t0,0587 €', 1000],
  ['933-M8 1,000 pcs @ $0.12', 1000],
  ['933-M8 8.8 1.000 pcs', 1000],
  ['933-M8 500,000 pcs', 500_000],
  ['933-M8\t500,000\tST', [500, 500_000]],
  ['500,000 Stk 933-M8', [500, 500_000]],
  ['933-M8 500,250 ST', 500_250],
  ['933-M8 1,000 Stück', 1000],
  ['933-M8 500.000 Stück', 500_000],
])('"%s": a separator of thousands is a question beside the same one as that of decimals', (line, said) => {
  expect(amount(line)).toEqual(said)
})
