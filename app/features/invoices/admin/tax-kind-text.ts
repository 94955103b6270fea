import type { ListedDocument } from '../schema.ts'

const UNTAXED = { export: 'export', reverse_charge: 'reverse charge', none: 'no tax' } as const

/** The rate, or why there is none. */
export const taxKindText = (kind: ListedDocument['taxKind'], percent = 0): string =>
  kind === undefined || kind === 'included' || kind === 'added' ? `${percent} %` : UNTAXED[kind]
