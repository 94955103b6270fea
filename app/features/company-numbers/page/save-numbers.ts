import { saveBlob } from '#kit/browser/save-file.ts'
import { csvLine } from '#kit/csv/csv-line.ts'
import { fetchAllOwnNumbers } from '../client.ts'

/** Saves all own numbers as the file that the shop takes. */
export async function saveOwnNumbers(): Promise<void> {
  const { numbers } = await fetchAllOwnNumbers()
  const lines = [['sku', 'own'], ...numbers.map(({ sku, own }) => [sku, own])].map(csvLine)
  saveBlob(new Blob(lines, { type: 'text/csv;charset=utf-8' }), 'own-part-numbers.csv')
}
