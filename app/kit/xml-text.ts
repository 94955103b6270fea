/** What no document of XML 1.0 may have, not even escaped: control characters, half surrogates and two more. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it stands in XML 1.0, between tags or in quotation marks. Characters that XML has not are left out. */
export const xmlText = (text: string): string =>
  text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
