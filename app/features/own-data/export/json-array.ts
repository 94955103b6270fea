/** Rows as the text of a JSON array, some at a time. */
export async function* jsonArray(rows: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const some of rows)
    for (const row of some) {
      yield `${before}${JSON.stringify(row, null, 2)}`
      before = ',\n'
    }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
