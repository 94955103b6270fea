import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * A refund can be of pieces and of the delivery, with what they come to, and have a message for the customer. Each line of an
 * order has how many of its pieces are refunded. Triggers keep that, so that it follows the refunds whoever writes their state:
 * a process of the last release too.
 */
export const refundsByLine: Migration = {
  name: '0050-refunds-by-line',
  async up(trx, kind) {
    const { bigint } = typesOf(kind)
    await runStatements(trx, [
      'alter table order_refunds add column lines text',
      `alter table order_refunds add column delivery_cents ${bigint}`,
      'alter table order_refunds add column message text',
      'alter table order_refunds add column event_id text',
      'alter table order_lines add column refunded integer not null default 0 check (refunded >= 0)',
      ...TRIGGERS[kind],
    ])
  },
}

type Row = 'old' | 'new'

/** The pieces of the refund, by the position of their line. */
const PIECES: Readonly<Record<DatabaseKind, (row: Row) => string>> = {
  sqlite: (row) => `(
    select json_extract(value, '$.position') as position, json_extract(value, '$.quantity') as quantity
    from json_each(${row}.lines)) as pieces`,
  postgres: (row) => `(
    select (value ->> 'position')::integer as position, (value ->> 'quantity')::integer as quantity
    from jsonb_array_elements(${row}.lines::jsonb) as value) as pieces`,
}

const change = (kind: DatabaseKind, row: Row, sign: '+' | '-'): string =>
  `update order_lines set refunded = refunded ${sign} pieces.quantity
    from ${PIECES[kind](row)}
    where order_lines.order_id = ${row}.order_id and order_lines.position = pieces.position;`

/** A refund counts unless it has failed: nobody knows yet whether one that is asked for was made. */
const counts = (row: Row): string => `${row}.lines is not null and ${row}.state <> 'failed'`

const began = `${counts('new')} and old.state = 'failed'`
const ended = `${counts('old')} and new.state = 'failed'`

const EVENTS = [
  ['refund_lines_asked', 'insert', counts('new'), 'new', '+'],
  ['refund_lines_refused', 'delete', counts('old'), 'old', '-'],
  ['refund_lines_failed', 'update of state', ended, 'old', '-'],
  ['refund_lines_made', 'update of state', began, 'new', '+'],
] as const

const TRIGGERS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: EVENTS.map(
    ([name, event, condition, row, sign]) =>
      `create trigger ${name} after ${event} on order_refunds when ${condition} begin
        ${change('sqlite', row, sign)}
      end`,
  ),
  postgres: EVENTS.flatMap(([name, event, condition, row, sign]) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin
      ${change('postgres', row, sign)}
      return null;
    end $$`,
    `create trigger ${name} after ${event} on order_refunds for each row when (${condition})
      execute function ${name}()`,
  ]),
}
