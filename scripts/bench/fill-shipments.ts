import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'

/** A shipment of all pieces for each shipped order, and of one piece for each partly shipped. */
export async function fillShipments(db: Db): Promise<void> {
  await sql`
    insert into shipments (id, order_id, at) select id, id, paid_at from orders
    where status = 'shipped' or progress is not null`.execute(db)
  await sql`
    insert into shipment_lines (shipment_id, position, quantity)
    select order_id, position, case when progress is null then quantity else 1 end
    from order_lines join orders on orders.id = order_id
    where status = 'shipped' or (progress is not null and position = 0)`.execute(db)
}
