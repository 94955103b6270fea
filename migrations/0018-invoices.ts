import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * The invoices of paid orders. Their number comes from the stored count, which is locked until the order is paid or not.
 * `terms` is JSON; the orders that are paid already have none, so theirs are those of the settings. The mail sandbox also
 * stores what is attached to a mail.
 */
export const invoices: Migration = {
  name: '0018-invoices',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table invoices (
        number integer not null primary key check (number > 0),
        order_id text not null unique references orders (id),
        issued_at ${bigint} not null, terms text) ${clustered}`,
      `insert into invoices
        select row_number() over (order by paid_at, id), id, paid_at, null from orders where paid_at is not null`,
      `insert into row_counts (name, counted) select 'invoices', count(*) from invoices`,
      `create table sandbox_mail_attachments (
        mail_id text not null references sandbox_mails (id) on delete cascade, position integer not null,
        filename text not null, content_type text not null, content text not null,
        primary key (mail_id, position)) ${clustered}`,
    ])
  },
}
