import { useSyncExternalStore } from 'react'
import { keepInTab, readInTab } from '#kit/browser/tab-storage.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import { comparePath, MAXIMUM_COMPARED } from './address.ts'

const FORM = 'compare'

/** The check box of a row. Without scripts it belongs to the form of the {@link CompareBar}. */
export function CompareBox({ sku }: { sku: string }) {
  const compared = useCompared()
  const isChosen = compared.includes(sku)
  return (
    <label className="compare-box" title={`Compare ${sku}`}>
      <input
        type="checkbox"
        form={FORM}
        name="sku"
        value={sku}
        aria-label={`Compare ${sku}`}
        checked={isChosen}
        disabled={!isChosen && compared.length === MAXIMUM_COMPARED}
        onChange={() => toggleCompared(sku)}
      />
      <span aria-hidden="true" className="compare-word">
        Compare
      </span>
    </label>
  )
}

/** The parts chosen to compare, at the bottom of the window. Without scripts it is a button below the table. */
export function CompareBar() {
  const compared = useCompared()
  return (
    <form id={FORM} action="/compare" className="compare-bar bottom-bar float" data-chosen={compared.length}>
      <p role="status" className="sr-only">
        {compared.length > 0 && `${compared.length} of at most ${MAXIMUM_COMPARED} parts chosen to compare`}
      </p>
      <ul className="compare-parts">
        {compared.map((sku) => (
          <li key={sku}>
            <button type="button" className="chip" onClick={() => toggleCompared(sku)}>
              <span className="sr-only">Do not compare </span>
              <span className="truncate font-mono">{sku}</span>
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      {compared.length > 1 ? (
        <ButtonLink to={comparePath(compared)} size="sm">
          {`Compare ${compared.length} parts`}
        </ButtonLink>
      ) : (
        <Button type="submit" size="sm" disabled={compared.length === 1}>
          {compared.length === 1 ? 'Choose another to compare' : 'Compare the chosen parts'}
        </Button>
      )}
      {compared.length > 0 && (
        <Button variant="quiet" size="sm" onClick={clearCompared}>
          Clear
        </Button>
      )}
    </form>
  )
}

const STORAGE_KEY = 'compared-parts'

const NONE: readonly string[] = []

let chosen: readonly string[] | undefined
const listeners = new Set<() => void>()

/** The part numbers chosen to compare, in the sequence of the choice. They stay until the tab is closed. */
const useCompared = (): readonly string[] => useSyncExternalStore(subscribe, read, () => NONE)

/** Adds a part to those to compare, or removes it; more than {@link MAXIMUM_COMPARED} are not added. */
function toggleCompared(sku: string): void {
  const before = read()
  const isChosen = before.includes(sku)
  if (!isChosen && before.length === MAXIMUM_COMPARED) return
  write(isChosen ? before.filter((each) => each !== sku) : [...before, sku])
}

const clearCompared = (): void => write(NONE)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): readonly string[] {
  chosen ??= readStored()
  return chosen
}

function write(skus: readonly string[]): void {
  chosen = skus
  keepInTab(STORAGE_KEY, skus)
  for (const listener of listeners) listener()
}

function readStored(): readonly string[] {
  const stored = readInTab(STORAGE_KEY)
  const isValid = Array.isArray(stored) && stored.every((sku) => typeof sku === 'string')
  return isValid ? stored.slice(0, MAXIMUM_COMPARED) : NONE
}
