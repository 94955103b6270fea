import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { catalogue } from '#features/catalog/paths.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { listText } from '#kit/text/list-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { AlertIcon, SearchIcon } from '#kit/ui/mark/icons.tsx'
import { Modal } from '#kit/ui/overlay/modal.tsx'
import { shownPages } from './admin-entries.tsx'
import { HIT_KINDS, type Hit, type HitKind, type Hits, settingsNamed } from './hits.ts'
import { type Outcomes, useHits } from './use-hits.ts'

type PaletteProps = {
  open: boolean
  /** What was typed before it was loaded. */
  typed: string
  onClose: () => void
}

/** Finds pages, parts of the settings, orders, parts and users while typing. */
export function Palette({ open, typed, onClose }: PaletteProps) {
  const id = useId()
  return (
    <Modal
      open={open}
      labelledBy={id}
      onClose={onClose}
      className="mt-[10vh]! w-[min(40rem,calc(100vw-2rem))]! overflow-hidden"
    >
      <h2 id={id} className="sr-only">
        Find a page, an order, a part or a user
      </h2>
      <Search typed={typed} onClose={onClose} />
    </Modal>
  )
}

function Search({ typed, onClose }: Omit<PaletteProps, 'open'>) {
  const [text, setText] = useState(typed)
  const navigate = useNavigate()
  const { outcomes, retry } = useHits(text)
  const pages = [...pagesNamed(text), ...settingsNamed(text)]
  const open = ({ to }: Hit) => {
    onClose()
    void navigate(to)
  }
  const isSearching = outcomes !== undefined && Object.values(outcomes).includes(undefined)
  const groups = inSequence(outcomes, text)
  const { wait, stopWaiting } = useOpenWhenFound(isSearching, () => {
    const first = [pages, ...groups.map(({ hits }) => hits)].flat()[0]
    if (first) open(first)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') stopWaiting()
    else if (isSearching && !event.nativeEvent.isComposing) {
      // What is selected now may not be the first when all have answered.
      event.preventDefault()
      wait()
    }
  }
  return (
    <CommandRoot label="Find" shouldFilter={false} loop vimBindings={false} onKeyDown={onKeyDown}>
      <div className="flex items-center gap-3 border-line border-b px-4 text-muted">
        <SearchIcon size={20} />
        <CommandInput
          ref={markAutofocus}
          value={text}
          onValueChange={setText}
          maxLength={MAXIMUM_SEARCH_LENGTH}
          placeholder="Page, order number, part or user"
          className="h-13 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-muted"
        />
        <kbd className="pointer-coarse:hidden">Esc</kbd>
      </div>
      {/* Of a fixed height, so that nothing moves while the hits arrive. */}
      <CommandList label="Found" className="h-[min(24rem,50vh)] overflow-y-auto p-2">
        <Group heading="Pages" hits={pages} onOpen={open} />
        {groups.map(({ heading, hits }) => (
          <Group key={heading} heading={heading} hits={hits} onOpen={open} />
        ))}
      </CommandList>
      <State outcomes={outcomes} pages={pages} text={text.trim()} onRetry={retry} />
    </CommandRoot>
  )
}

/** The dialog focuses the field with this attribute when it opens; React's `autoFocus` does not set it. */
const markAutofocus = (field: HTMLInputElement | null) => field?.setAttribute('autofocus', '')

/** The pages of the dashboard, and those that visitors see. */
const listPages = (): Hits => [
  { to: '/dashboard', title: 'My Profile' },
  ...shownPages().map(({ to, label }) => ({ to, title: label })),
  { to: '/', title: 'Home' },
  { to: catalogue.path, title: catalogue.name },
  { to: '/cart', title: 'Cart' },
  { to: '/blog', title: 'Blog' },
  { to: '/portfolio', title: 'Portfolio' },
]

/** The pages with every word in their name; all of them without a word. */
function pagesNamed(text: string): Hits {
  const words = text.toLowerCase().split(/\s+/)
  return listPages().filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
}

/**
 * Enter that is pressed before all have answered opens the first hit when they have, unless another key is pressed: what is
 * typed on changes the search, and an arrow chooses.
 */
function useOpenWhenFound(isSearching: boolean, open: () => void) {
  const [isWaiting, setIsWaiting] = useState(false)
  const openNow = useEffectEvent(open)
  useEffect(() => {
    if (!isWaiting || isSearching) return
    setIsWaiting(false)
    openNow()
  }, [isWaiting, isSearching])
  return { wait: () => setIsWaiting(true), stopWaiting: () => setIsWaiting(false) }
}

/**
 * The kinds of which all before have an answer: nothing appears above the hit that is selected. Whether a part has the text
 * as its number decides the sequence, so orders wait for parts.
 */
function inSequence(outcomes: Outcomes | undefined, text: string): { heading: string; hits: Hits }[] {
  const hitsOf = (name: HitKind['name']): Hits => {
    const outcome = outcomes?.[name]
    return outcome && 'hits' in outcome ? outcome.hits : []
  }
  if (outcomes?.parts === undefined) return []
  const number = text.trim().toLowerCase()
  const isNumber = hitsOf('parts').some(({ detail }) => detail?.toLowerCase() === number)
  const kinds = isNumber
    ? HIT_KINDS.toSorted((one, other) => Number(other.name === 'parts') - Number(one.name === 'parts'))
    : HIT_KINDS
  const waiting = kinds.findIndex(({ name }) => outcomes[name] === undefined)
  return kinds
    .slice(0, waiting === -1 ? undefined : waiting)
    .map(({ name, heading }) => ({ heading, hits: hitsOf(name) }))
}

type GroupProps = { heading: string; hits: Hits; onOpen: (hit: Hit) => void }

function Group({ heading, hits, onOpen }: GroupProps) {
  if (hits.length === 0) return null
  return (
    <CommandGroup
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:py-1 **:[[cmdk-group-heading]]:text-muted **:[[cmdk-group-heading]]:text-xs"
    >
      {hits.map((hit) => (
        <CommandItem
          key={hit.to}
          value={`${heading} ${hit.to}`}
          onSelect={() => onOpen(hit)}
          className="flex min-h-10 cursor-pointer flex-wrap items-baseline gap-x-3 rounded px-3 py-2 data-[selected=true]:bg-tint data-[selected=true]:text-link pointer-coarse:min-h-11"
        >
          <span className="min-w-0 truncate font-medium">{hit.title}</span>
          {hit.detail !== undefined && (
            <span className="min-w-0 flex-1 truncate text-muted text-sm">{hit.detail}</span>
          )}
        </CommandItem>
      ))}
    </CommandGroup>
  )
}

type StateProps = { outcomes: Outcomes | undefined; pages: Hits; text: string; onRetry: () => void }

/** What the search comes to, as a live region: screen readers read it, and it says what failed. */
function State({ outcomes, pages, text, onRetry }: StateProps) {
  const failed = HIT_KINDS.filter(({ name }) => outcomes?.[name] && 'problem' in (outcomes[name] ?? {}))
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t px-4 py-1 text-muted text-sm">
      <p role="status" className="min-w-0 break-words">
        {failed.length === 0 && stateText(outcomes, pages, text)}
      </p>
      {failed.length > 0 && (
        <div className="flex items-center gap-2 text-bad">
          <AlertIcon />
          <p role="alert">{`No answer for ${listText(failed.map(({ name }) => name))}`}</p>
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

function stateText(outcomes: Outcomes | undefined, pages: Hits, text: string): string {
  if (!outcomes) return 'Type two letters or more to find orders, parts and users.'
  if (Object.values(outcomes).includes(undefined)) return 'Searching…'
  const hits = Object.values(outcomes).flatMap((outcome) =>
    outcome && 'hits' in outcome ? outcome.hits : [],
  )
  const count = hits.length + pages.length
  return count === 0 ? `Nothing found for “${text}”.` : `${count} shown. Enter opens one.`
}
