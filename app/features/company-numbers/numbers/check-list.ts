import type { Db } from '#kit/db/db.ts'
import { oneLineField, refuseUnprinted } from '#kit/input/fields.ts'
import { LONGEST_OWN_NUMBER } from '#kit/notes/limits.ts'
import type { FieldError } from '#kit/problem.ts'
import { AppError } from '#kit/server/app-error.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { WRONG_ROWS_NAMED } from '../limits.ts'
import { ownKey } from '../own-key.ts'
import type { SentRow } from './read-list.ts'
import { findSoldIds } from './sold-ids.ts'

/** A number to store. */
export interface CheckedNumber {
  readonly own: string
  readonly ownKey: string
  readonly productId: string
}

/** What papers can print, since it stands on those. */
const ownField = oneLineField('The own number', { maximum: LONGEST_OWN_NUMBER }).superRefine(refuseUnprinted)

/**
 * The numbers of a list. A part may have several, a number names one part. Refused (422), with the wrong rows named: unknown part
 * numbers, numbers that papers cannot print, and those that the list has twice.
 */
export async function checkList(db: Db, rows: readonly SentRow[]): Promise<CheckedNumber[]> {
  const idOf = await findSoldIds(
    db,
    rows.map(({ sku }) => sku.trim()),
  )
  const first = new Map<string, number>()
  const wrong: FieldError[] = []
  const numbers = rows.flatMap((sent, at): CheckedNumber[] => {
    const productId = idOf(sent.sku.trim())
    const own = ownField.safeParse(sent.own)
    const key = own.success ? ownKey(own.data) : ''
    const before = first.get(key)
    if (key !== '' && before === undefined) first.set(key, at)
    const problems = [
      productId === undefined && { member: 'sku', problem: unknownSku(sent.sku) },
      !own.success && { member: 'own', problem: own.error.issues[0]?.message ?? '' },
      own.success && key === '' && { member: 'own', problem: 'The own number has no letter or digit.' },
      own.success &&
        before !== undefined && {
          member: 'own',
          problem: `${own.data} stands in the list twice${ofRow(rows[before])}.`,
        },
    ].filter((problem) => problem !== false)
    const isNamed = sent.row === undefined ? '' : `Row ${sent.row}: `
    wrong.push(
      ...problems.map(({ member, problem }) => ({
        pointer: `#/numbers/${at}/${member}`,
        detail: `${isNamed}${problem}`,
      })),
    )
    return productId !== undefined && own.success ? [{ own: own.data, ownKey: key, productId }] : []
  })
  if (wrong.length > 0) throw wrongRows(wrong)
  return numbers
}

const LONGEST_SHOWN = 64

const unknownSku = (sku: string): string =>
  sku.trim() === ''
    ? 'The part number is missing.'
    : `There is no part ${sku.trim().slice(0, LONGEST_SHOWN)}.`

const ofRow = (earlier: SentRow | undefined): string =>
  earlier?.row === undefined ? '' : `, first in row ${earlier.row}`

function wrongRows(wrong: readonly FieldError[]): AppError {
  const rows = new Set(wrong.map(({ pointer }) => pointer.split('/')[2])).size
  const detail = `Nothing was saved: ${formatCount(rows)} ${rows === 1 ? 'row is' : 'rows are'} wrong. ${wrong[0]?.detail}`
  return new AppError('invalid', detail, { errors: wrong.slice(0, WRONG_ROWS_NAMED) })
}
