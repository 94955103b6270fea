import { DENSITY, type Material } from './rules.ts'
import { materialOf, rowOf } from './sizes.ts'

const ZINC = { finish: 'Zinc plated' }
const ASIA = ['CN', 'TW', 'VN', 'IN']

const steel = (code: string, strength: string, finish: string, perKg: number, origins: readonly string[]) =>
  materialOf(DENSITY.steel, perKg, origins, { material: 'Steel', strength, finish }, code)

function stainless(code: string, perKg: number, strength?: string): Material {
  const attributes = { material: `Stainless steel ${code}`, ...(strength && { strength }) }
  return materialOf(DENSITY.stainless, perKg, ['DE', 'IT', 'PL', 'CZ', 'TW', 'IN'], attributes, code)
}

/** The metals of fasteners with a strength class: ISO 898 of screws and nuts, ISO 3506 of stainless ones. */
const METALS: Readonly<Record<string, Material>> = {
  '48': steel('48', '4.8', 'Zinc plated', 2.2, ASIA),
  '88': steel('88', '8.8', 'Zinc plated', 2.6, ['CN', 'TW', 'DE', 'IT']),
  '109': steel('109', '10.9', 'Zinc plated', 3.4, ['TW', 'DE', 'IT']),
  /** With heads that bear less than the thread: button heads and countersunk ones. */
  low109: steel('109', '010.9', 'Zinc plated', 3.4, ['TW', 'DE', 'IT']),
  '129': steel('129', '12.9', 'Black', 4.2, ['DE', 'TW', 'CZ']),
  '45H': steel('45H', '45H', 'Black', 5, ['TW', 'CN']),
  '6': steel('6', '6', 'Zinc plated', 2.8, ASIA),
  '8': steel('8', '8', 'Zinc plated', 2.6, ASIA),
  '10': steel('10', '10', 'Zinc plated', 3.3, ['TW', 'DE']),
  A2: stainless('A2', 7, 'A2-70'),
  A4: stainless('A4', 9.5, 'A4-70'),
  /** Without a strength class: cap nuts, set screws, washers, rings. */
  plainA2: stainless('A2', 7),
  plainA4: stainless('A4', 9.5),
  washer: materialOf(DENSITY.steel, 2.3, ASIA, { material: 'Steel', ...ZINC }, 'ST'),
  spring: materialOf(DENSITY.steel, 3.2, ['CN', 'DE', 'IT'], { material: 'Spring steel', ...ZINC }, 'SP'),
}

/** `88 5 24, A2`: the metals of a family, and the least and the greatest thread of each; M3 to M24 without. */
export const metalsOf = (printed: string): (readonly [metal: Material, from: number, to: number])[] =>
  printed.split(', ').map((row) => {
    const [key = '', from = 3, to = 24] = row.split(' ')
    return [rowOf((name) => METALS[name], key), Number(from), Number(to)]
  })

/** In a name: `8.8 zinc plated`, `A2`. */
export const shortText = ({ code, attributes: { strength, finish } }: Material): string =>
  finish === undefined ? code : [strength, String(finish).toLowerCase()].filter(Boolean).join(' ')

/** In a description: `steel 8.8, zinc plated`, `stainless steel A2-70`. */
export function longText({ attributes: { material, strength, finish } }: Material): string {
  const text = String(material)
  const named = strength === undefined ? text : `${text.replace(/ A\d$/, '')} ${strength}`
  const metal = named.charAt(0).toLowerCase() + named.slice(1)
  return finish === undefined ? metal : `${metal}, ${String(finish).toLowerCase()}`
}
