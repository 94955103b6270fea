import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Returns of shipped pieces, with their steps. A return that is refunded follows its refund by triggers, so that it does whoever
 * records what became of that. Pieces that came back were shipped: their refund takes none from what is left to ship, so that the
 * triggers which count refunded pieces (0050) leave them out. `replaced` are pieces of a line that are sent again in place of
 * returned ones. `settles` are the pieces and the delivery for which an amount is all that goes back (JSON).
 */
export const returns: Migration = {
  name: '0100-returns',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      'alter table order_lines add column replaced integer not null default 0 check (replaced >= 0)',
      'alter table order_refunds add column settles text',
      `create table returns (
        id text not null primary key, order_id text not null references orders (id) on delete cascade,
        state text not null check (state in ('asked', 'accepted', 'declined', 'withdrawn', 'received', 'refunding',
          'settled', 'closed')),
        outcome text check (outcome in ('refund', 'replacement')),
        reason text not null, note text, instructions text, answer text, refund_id text, mail_id text,
        revision integer not null, created_at ${bigint} not null, changed_at ${bigint} not null) ${strict}`,
      'create index returns_of on returns (order_id, id)',
      'create index returns_in on returns (state, id)',
      `create index returns_waiting on returns (id) where state in ('asked', 'received')`,
      'create unique index returns_refund on returns (refund_id) where refund_id is not null',
      `create table return_lines (
        return_id text not null references returns (id) on delete cascade, position integer not null,
        quantity integer not null check (quantity > 0),
        restocked integer not null default 0 check (restocked >= 0),
        scrapped integer not null default 0 check (scrapped >= 0),
        check (restocked + scrapped <= quantity), primary key (return_id, position)) ${strict}`,
      `create table return_steps (
        id text not null primary key, return_id text not null references returns (id) on delete cascade,
        order_id text not null references orders (id) on delete cascade, step text not null,
        pieces integer not null, actor_id text not null, at ${bigint} not null,
        idempotency_key text, idempotency_hash text) ${strict}`,
      'create index return_steps_of on return_steps (order_id, at)',
      'create index return_steps_returned on return_steps (return_id)',
      `create unique index return_steps_key on return_steps (actor_id, idempotency_key)
        where idempotency_key is not null`,
      ...countingTriggers(kind),
      ...followingTriggers(kind),
    ])
  },
}

type Row = 'old' | 'new'

/** The pieces of a refund that were not returned, by the position of their line. */
const PIECES: Readonly<Record<DatabaseKind, (row: Row) => string>> = {
  sqlite: (row) => `(
    select json_extract(value, '$.position') as position, json_extract(value, '$.quantity') as quantity
    from json_each(${row}.lines) where json_extract(value, '$.returned') is null) as pieces`,
  postgres: (row) => `(
    select (value ->> 'position')::integer as position, (value ->> 'quantity')::integer as quantity
    from jsonb_array_elements(${row}.lines::jsonb) as value where value ->> 'returned' is null) as pieces`,
}

const change = (kind: DatabaseKind, row: Row, sign: '+' | '-'): string =>
  `update order_lines set refunded = refunded ${sign} pieces.quantity
    from ${PIECES[kind](row)}
    where order_lines.order_id = ${row}.order_id and order_lines.position = pieces.position;`

const counts = (row: Row): string => `${row}.lines is not null and ${row}.state <> 'failed'`

/** Those of 0050, under the same names. */
const COUNTED = [
  ['refund_lines_asked', 'insert', counts('new'), 'new', '+'],
  ['refund_lines_refused', 'delete', counts('old'), 'old', '-'],
  ['refund_lines_failed', 'update of state', `${counts('old')} and new.state = 'failed'`, 'old', '-'],
  ['refund_lines_made', 'update of state', `${counts('new')} and old.state = 'failed'`, 'new', '+'],
] as const

/** The functions of PostgreSQL are replaced below their triggers. */
const countingTriggers = (kind: DatabaseKind): string[] =>
  COUNTED.flatMap(([name, event, condition, row, sign]) =>
    kind === 'postgres'
      ? [
          `create or replace function ${name}() returns trigger language plpgsql as $$ begin
            ${change(kind, row, sign)}
            return null;
          end $$`,
        ]
      : [
          `drop trigger ${name}`,
          `create trigger ${name} after ${event} on order_refunds when ${condition} begin
            ${change(kind, row, sign)}
          end`,
        ],
  )

/** Also when a refund that had failed is made after all, unless the return was settled or closed otherwise meanwhile. */
const settled = `update returns set state = 'settled', outcome = 'refund', revision = revision + 1
  where refund_id = new.id and state in ('refunding', 'received');`

/** It is open again: with the refund that failed, or as if none had been asked for. */
const reopened = (row: Row, refundId: string): string =>
  `update returns set state = 'received', outcome = null, refund_id = ${refundId}, revision = revision + 1
    where refund_id = ${row}.id and outcome = 'refund' and state in ('refunding', 'settled');`

const FOLLOWED = [
  ['return_refund_made', 'update of state', `new.state in ('pending', 'succeeded')`, settled],
  [
    'return_refund_failed',
    'update of state',
    `new.state = 'failed' and old.state <> 'failed'`,
    reopened('new', 'refund_id'),
  ],
  ['return_refund_refused', 'delete', `old.state = 'asked'`, reopened('old', 'null')],
] as const

const followingTriggers = (kind: DatabaseKind): string[] =>
  FOLLOWED.flatMap(([name, event, condition, statement]) =>
    kind === 'postgres'
      ? [
          `create function ${name}() returns trigger language plpgsql as $$ begin
            ${statement}
            return null;
          end $$`,
          `create trigger ${name} after ${event} on order_refunds for each row when (${condition})
            execute function ${name}()`,
        ]
      : [
          `create trigger ${name} after ${event} on order_refunds when ${condition} begin
            ${statement}
          end`,
        ],
  )
