declare const content: unique symbol

/** Data of a loader as one text. */
export type Packed<Data> = string & { readonly [content]: Data }

/**
 * Packs what a page is sent with, for pages with many records: React Router numbers every field of each, which takes
 * more room than their names once the page is compressed.
 */
export const pack = <Data>(data: Data): Packed<Data> => JSON.stringify(data) as Packed<Data>

/** The data again; what was undefined in it is not there. */
export const unpack = <Data>(packed: Packed<Data>): Data => JSON.parse(packed)
