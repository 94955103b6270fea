declare const content: unique symbol

/** Loader data as one JSON string. */
export type Packed<Data> = string & { readonly [content]: Data }

/**
 * Packs the loader data of pages with many records: the encoding of React Router numbers every field of each record,
 * which is larger than JSON once the page is compressed.
 */
export const pack = <Data>(data: Data): Packed<Data> => JSON.stringify(data) as Packed<Data>

/** The data again, without members that were undefined. */
export const unpack = <Data>(packed: Packed<Data>): Data => JSON.parse(packed)
