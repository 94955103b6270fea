import type { Shop } from '#kit/shop.ts'
import { readSales } from './sales-shop.ts'

/** All that shipping, refunding and putting pieces back change, for a test that compares it. */
export async function readShipped(shop: Shop) {
  const { db } = shop
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    lines: await db.selectFrom('order_lines').selectAll().orderBy('order_id').orderBy('position').execute(),
    products: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
    shipments: await db.selectFrom('shipments').select(['id', 'order_id', 'at']).orderBy('id').execute(),
    pieces: await db
      .selectFrom('shipment_lines')
      .innerJoin('shipments', 'shipments.id', 'shipment_id')
      .select(['order_id', 'shipment_id', 'position', 'quantity'])
      .orderBy('shipment_id')
      .orderBy('position')
      .execute(),
    cancelledShipments: await db.selectFrom('taken_back_shipments').selectAll().orderBy('id').execute(),
    events: await db.selectFrom('order_events').select('id').orderBy('id').execute(),
    sales: await readSales(shop),
  }
}
