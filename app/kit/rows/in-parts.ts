/** The rows in parts of so many at most: databases limit the parameters of a statement, and calls what they take at once. */
export const inParts = <Row>(rows: readonly Row[], atOnce: number): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, part) =>
    rows.slice(part * atOnce, (part + 1) * atOnce),
  )
