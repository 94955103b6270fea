/** The rows in parts of so many, one statement each: databases limit the number of parameters of a statement. */
export function inParts<Row>(rows: readonly Row[], atOnce: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, part) =>
    rows.slice(part * atOnce, (part + 1) * atOnce),
  )
}
