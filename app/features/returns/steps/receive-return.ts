import '../tables.ts'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { releaseReturnedStock } from '#features/catalog/catalog.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { type ReturnRow, receivedOf } from '../records/return-rows.ts'
import type { ReceiveReturn } from '../schema.ts'
import { type LockedReturn, type StepDone, takeStep } from './take-step.ts'

/**
 * The staff record pieces that came back: each goes to stock or is thrown away. It can happen several times, until the return is
 * settled. With a key the same request counts once. Refused, with nothing changed: as by `takeStep`; a line that the return has not
 * (422), more pieces than are to come back (409).
 */
export const receiveReturn = (
  shop: Shop,
  staff: SignedInUser,
  { returnId, key, revision, lines }: ReceiveReturn & { returnId: string; key?: string | undefined },
): Promise<ReturnRow> =>
  takeStep(
    shop,
    { user: staff, by: 'staff' },
    { returnId, revision, key, step: 'received', input: lines },
    (trx, locked) => receive(trx, staff, locked, lines),
  )

async function receive(
  trx: Db,
  staff: SignedInUser,
  { row, order, at }: LockedReturn,
  lines: ReceiveReturn['lines'],
): Promise<StepDone> {
  refuseOthers(row, lines)
  const came = lines.filter((line) => receivedOf(line) > 0)
  for (const { position, restocked, scrapped } of came)
    await addReceived(trx, row, position, restocked, scrapped)
  const back = came.flatMap(({ position, restocked }) => {
    const line = row.lines.find((each) => each.position === position)
    return line && restocked > 0 ? [{ product_id: line.product_id, quantity: restocked }] : []
  })
  await releaseReturnedStock(trx, back, { by: staff, at, reason: `Returned of order ${order.number}` })
  const sumOf = (which: 'restocked' | 'scrapped') => came.reduce((sum, line) => sum + line[which], 0)
  return {
    changes: { state: 'received' },
    pieces: sumOf('restocked') + sumOf('scrapped'),
    audited: [
      { field: 'restockedPieces', from: 0, to: sumOf('restocked') },
      { field: 'scrappedPieces', from: 0, to: sumOf('scrapped') },
      {
        field: 'lines',
        from: null,
        to: came.map((line) => ({ position: line.position, quantity: receivedOf(line) })),
      },
    ],
  }
}

function refuseOthers(row: ReturnRow, lines: ReceiveReturn['lines']): void {
  for (const [index, { position }] of lines.entries())
    if (!row.lines.some((line) => line.position === position))
      throw invalidField(`lines/${index}/position`, `The return has no piece of line ${position}.`)
}

/** The guard of the statement is a second protection beside the lock of the order: nothing comes back twice. */
async function addReceived(
  trx: Db,
  row: ReturnRow,
  position: number,
  restocked: number,
  scrapped: number,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('return_lines')
    .set((eb) => ({
      restocked: eb('restocked', '+', restocked),
      scrapped: eb('scrapped', '+', scrapped),
    }))
    .where('return_id', '=', row.id)
    .where('position', '=', position)
    .where((eb) =>
      eb(eb('quantity', '-', eb('restocked', '+', eb.ref('scrapped'))), '>=', restocked + scrapped),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const left = row.lines
    .map((line) => ({ position: line.position, quantity: line.quantity - receivedOf(line) }))
    .filter(({ quantity }) => quantity > 0)
  throw new AppError(orderRefusals.exceedsLeft, 'So many pieces are not to come back by this return.', {
    left,
  })
}
