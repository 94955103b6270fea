import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Invoices keep what they say, and there are credit notes, with numbers of their own. `credit_note` of an invoice is the one
 * whose money came back: only the other, the first, is unique to its order. Refunds that the provider
 * made before `credited_from` have no credit note, as far as they come to the `former_cents` that were known to be paid back. `document_files` has the rendered documents.
 */
export const frozenInvoices: Migration = {
  name: '0049-frozen-invoices',
  async up(trx, kind) {
    const { bigint, bytes, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table credit_notes (
        number integer not null primary key check (number > 0), order_id text not null references orders (id),
        refund_id text not null unique, issued_at ${bigint} not null,
        amount_cents ${bigint} not null check (amount_cents > 0), document text) ${strict}`,
      'create index credit_notes_of_order on credit_notes (order_id, number)',
      'create index credit_notes_issued on credit_notes (issued_at, number)',
      ...NEW_INVOICES[kind],
      `update invoices set credited_from = ${Date.now()}, former_cents = (
          select refunded_cents from orders where orders.id = invoices.order_id) - (
          select coalesce(sum(amount_cents), 0) from order_refunds
          where order_refunds.order_id = invoices.order_id and state = 'pending')
        where order_id in (select id from orders where refunded_cents > 0)`,
      'create unique index invoices_of_order on invoices (order_id) where credit_note is null',
      'create unique index invoices_of_credit_note on invoices (credit_note) where credit_note is not null',
      'create index invoices_issued on invoices (issued_at, number)',
      `create table document_files (
        kind text not null check (kind in ('invoice', 'credit_note')), number integer not null,
        content ${bytes} not null, primary key (kind, number)) ${strict}`,
      `insert into row_counts (name, counted) values ('credit_notes', 0)`,
    ])
  },
}

/** SQLite cannot drop the constraint that an order has one invoice, so the table is written anew. */
const NEW_INVOICES: Readonly<Record<DatabaseKind, readonly string[]>> = {
  postgres: [
    'alter table invoices drop constraint invoices_order_id_key',
    'alter table invoices add column document text',
    'alter table invoices add column credit_note integer references credit_notes (number)',
    'alter table invoices add column credited_from bigint not null default 0',
    'alter table invoices add column former_cents bigint not null default 0',
  ],
  sqlite: [
    `create table new_invoices (
      number integer not null primary key check (number > 0), order_id text not null references orders (id),
      issued_at integer not null, terms text, document text,
      credit_note integer references credit_notes (number), credited_from integer not null default 0,
      former_cents integer not null default 0) strict`,
    `insert into new_invoices (number, order_id, issued_at, terms)
      select number, order_id, issued_at, terms from invoices`,
    'drop table invoices',
    'alter table new_invoices rename to invoices',
  ],
}
