/** The path of a part's data sheet. */
export const dataSheetPath = (sku: string): string => `/api/part/${encodeURIComponent(sku)}/data-sheet.pdf`

/** The path of the picture for previews of a part's address. */
export const sharePicturePath = (sku: string): string => `/part-pictures/${encodeURIComponent(sku)}.png`
