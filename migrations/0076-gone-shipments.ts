import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * What a shipment had that was cancelled or lost, in columns of its event. Releases before wrote it into the detail of the event, as
 * "3f9c 1200 DHL" or "lost 3f9c 1200 DHL", the first ones no more than the id of the shipment, or nothing. Only a text that comes of
 * the columns again as it was is replaced by them.
 */
export const goneShipments: Migration = {
  name: '0076-gone-shipments',
  async up(trx, kind) {
    const { bigint } = typesOf(kind)
    await runStatements(trx, [
      'alter table order_events add column shipment_id text',
      `alter table order_events add column pieces ${bigint}`,
      'alter table order_events add column carrier text',
      'alter table order_events add column is_lost integer check (is_lost in (0, 1))',
      fill(kind),
    ])
  },
}

/** The first word of a text with a space, and what follows it. */
function wordsOf(kind: DatabaseKind, text: string) {
  const space = `${{ sqlite: 'instr', postgres: 'strpos' }[kind]}(${text}, ' ')`
  return { first: `substr(${text}, 1, ${space} - 1)`, rest: `substr(${text}, ${space} + 1)` }
}

/** Two spaces are added to each text, so that a word that is missing is found empty. */
function fill(kind: DatabaseKind): string {
  const what = wordsOf(kind, 'what')
  const rest = wordsOf(kind, 'rest')
  return `update order_events
    set detail = null, shipment_id = read.shipment_id, pieces = cast(read.pieces as bigint),
      carrier = case when read.carrier = ' ' then null else substr(read.carrier, 1, length(read.carrier) - 2) end,
      is_lost = read.is_lost
    from (
      select order_id, at, id, is_lost, shipment_id, ${rest.first} as pieces, ${rest.rest} as carrier
      from (
        select order_id, at, id, is_lost, ${what.first} as shipment_id, ${what.rest} as rest
        from (
          select order_id, at, id, case when substr(detail, 1, 5) = 'lost ' then 1 else 0 end as is_lost,
            case when substr(detail, 1, 5) = 'lost ' then substr(detail, 6) else detail end || '  ' as what
          from order_events where kind = 'reverted' and detail is not null) as texts) as words) as read
    where read.order_id = order_events.order_id and read.at = order_events.at and read.id = order_events.id
      and read.shipment_id <> '' and read.carrier <> '  '
      and ltrim(read.pieces, '0123456789') = '' and length(read.pieces) between 1 and 15
      and (read.pieces = '0' or substr(read.pieces, 1, 1) <> '0')`
}
