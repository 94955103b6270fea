/** In which syntax: Factur-X, UBL, and UBL by the rules of German authorities. */
export const XML_FORMATS = ['cii', 'ubl', 'xrechnung'] as const

export type XmlFormat = (typeof XML_FORMATS)[number]
