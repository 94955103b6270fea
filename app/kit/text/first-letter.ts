/** A label inside a sentence: "postal code" for "Postal code", and "ZIP code" as it is. */
export const lowerFirst = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

/** A text as the beginning of a sentence: "Shipped" for "shipped". */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
