/** The path of a part's data sheet. */
export const dataSheetPath = (sku: string): string => `/api/part/${encodeURIComponent(sku)}/data-sheet.pdf`

/** The path of the picture for previews of a part's address. */
export const sharePicturePath = (sku: string): string => `/part-pictures/${encodeURIComponent(sku)}.png`

/** The paths of the documents of an order. */
export const orderDocumentPaths = {
  confirmation: (orderId: string) => `/api/myorder/${encodeURIComponent(orderId)}/confirmation.pdf`,
  invoice: (orderId: string) => `/api/myorder/${encodeURIComponent(orderId)}/invoice.pdf`,
  proForma: (orderId: string) => `/api/myorder/${encodeURIComponent(orderId)}/pro-forma.pdf`,
  packingSlip: (orderId: string) => `/api/order/${encodeURIComponent(orderId)}/packing-slip.pdf`,
  shipmentSlip: (orderId: string, shipmentId: string) =>
    `/api/order/${encodeURIComponent(orderId)}/packing-slip.pdf?shipment=${encodeURIComponent(shipmentId)}`,
} as const
