import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Shipments that were taken back, so that this can be undone. The pieces of a restocked order that went back to stock with
 * their shipment, and are restored with it, are sold again: a trigger counts them, like that which took them off.
 */
export const takenBackShipments: Migration = {
  name: '0034-taken-back-shipments',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table taken_back_shipments (
        id text not null primary key, order_id text not null references orders (id), at ${bigint} not null,
        carrier text, tracking text, mail_id text, is_mail_stopped integer not null check (is_mail_stopped in (0, 1)),
        lines text not null, taken_back_at ${bigint} not null, notice_id text) ${clustered}`,
      'create index taken_back_shipments_of_order on taken_back_shipments (order_id)',
      'create index taken_back_shipments_by_notice on taken_back_shipments (notice_id) where notice_id is not null',
      ...TRIGGERS[kind],
    ])
  },
}

/** A shipment is restored while its row of `taken_back_shipments` is still there. */
const CHANGE = `(
  select order_lines.product_id, orders.paid_at / 86400000 as day, new.quantity as quantity
  from taken_back_shipments join orders on orders.id = taken_back_shipments.order_id
    join order_lines on order_lines.order_id = orders.id and order_lines.position = new.position
  where taken_back_shipments.id = new.shipment_id and orders.restocked_at is not null) as changed`

/** The day of the payment has its rows since the order was paid. */
const COUNT = `
  update sold_products set quantity = sold_products.quantity + changed.quantity
    from ${CHANGE} where sold_products.product_id = changed.product_id;
  update product_sales set total_quantity = total_quantity + changed.quantity
    from ${CHANGE} where product_sales.product_id = changed.product_id and product_sales.day >= changed.day;`

const TRIGGERS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    `create trigger shipment_lines_restored after insert on shipment_lines
      when exists (select 1 from taken_back_shipments where id = new.shipment_id) begin
      ${COUNT}
    end`,
  ],
  postgres: [
    // As in the trigger of shipments that are taken back: their transaction waits for all others that change sales.
    `create function shipment_lines_restored() returns trigger language plpgsql as $$ begin
      if exists (
        select from taken_back_shipments join orders on orders.id = taken_back_shipments.order_id
        where taken_back_shipments.id = new.shipment_id and orders.restocked_at is not null) then
        lock table sold_products in share row exclusive mode;
        ${COUNT}
      end if;
      return null;
    end $$`,
    `create trigger shipment_lines_restored after insert on shipment_lines for each row
      execute function shipment_lines_restored()`,
  ],
}
