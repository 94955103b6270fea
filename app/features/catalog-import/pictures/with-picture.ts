import type { RowError } from '../reading/read-cells.ts'
import { isPictureName, type SentPictures } from './sent-pictures.ts'

/**
 * The cells of a row with the path of its picture: the one that its cell names, else one that is named by its part number. A part
 * keeps its picture where there is neither.
 */
export function withPicture(
  cells: ReadonlyMap<string, string>,
  { sku, isNew }: { readonly sku: string; readonly isNew: boolean },
  pictures: SentPictures,
): ReadonlyMap<string, string> | RowError {
  const cell = cells.get('image')?.trim() ?? ''
  if (cell !== '' && !isPictureName(cell)) return cells
  const name = cell === '' ? sku : cell
  const found = pictures.find(name)
  if (found === 'several')
    return {
      column: 'image',
      detail: `Several of the pictures that were sent are named ${name}. Keep one of them.`,
    }
  if (found !== undefined) return new Map(cells).set('image', found)
  if (cell !== '')
    return {
      column: 'image',
      detail: `No picture ${cell} was sent with the file. Choose it too, or empty the cell.`,
    }
  if (isNew || !cells.has('image')) return cells
  return new Map([...cells].filter(([column]) => column !== 'image'))
}
