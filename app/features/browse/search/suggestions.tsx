import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { categoryPath, partPath } from '#features/catalog/paths.ts'
import { imageSources } from '#features/images/paths.ts'
import { priceTexts } from '#features/pricing/texts.ts'
import { partsText } from '#kit/list-position.ts'
import { formatPrice } from '#kit/money.ts'
import { VisuallyHidden } from '#kit/ui/mark/visually-hidden.tsx'
import type { ListState } from '../components.tsx'
import { MarkedText } from './marked-text.tsx'
import { useCombobox } from './use-combobox.ts'
import type { SuggestionList } from './use-suggestions.ts'

export type SuggestionsProps = {
  field: RefObject<HTMLInputElement | null>
  /** The id of the listbox. */
  listId: string
  onChange: (state: ListState) => void
}

/**
 * The suggestions below a search field, as the "editable combobox with list autocomplete" of the ARIA authoring practices:
 * the focus stays in the field, and the options are links.
 */
export function Suggestions({ field, listId, onChange }: SuggestionsProps) {
  const { list, isOutdated, isShown, activeIndex, count, end } = useCombobox(field)
  const activeId = activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined

  const report = useEffectEvent(onChange)
  // Before the list is painted, so that the field never names an option that is no longer there.
  useLayoutEffect(() => report({ isOpen: isShown, activeId }), [isShown, activeId])
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return (
    <>
      <div role="status" className="sr-only">
        {count !== undefined && countText(count)}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the focus in the field; without it the list closes. */}
      <div
        hidden={!isShown}
        className="suggestions float"
        data-outdated={isOutdated}
        onMouseDown={(event) => event.preventDefault()}
      >
        <div role="listbox" id={listId} aria-label="Suggestions" aria-busy={isOutdated}>
          {isShown && list && <Groups list={list} listId={listId} activeIndex={activeIndex} onClick={end} />}
        </div>
      </div>
    </>
  )
}

const countText = (count: number): string =>
  count === 0 ? 'No suggestions' : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`

type GroupsProps = { list: SuggestionList; listId: string; activeIndex: number; onClick: () => void }

function Groups({ list: { q, found }, listId, activeIndex, onClick }: GroupsProps) {
  const option = (position: number) => ({
    id: `${listId}-${position}`,
    isActive: position === activeIndex,
    onClick,
  })
  return (
    <>
      <Group label="Categories" id={`${listId}-categories`}>
        {found.categories.map(({ slug, name, count }, index) => (
          <Option key={slug} to={categoryPath(slug)} {...option(index)}>
            <span className="min-w-0 flex-1">
              <MarkedText text={name} search={q} />
            </span>
            <span className="text-muted">{partsText({ total: count })}</span>
          </Option>
        ))}
      </Group>
      <Group label="Parts" id={`${listId}-parts`}>
        {found.parts.map(({ sku, name, image, price, own }, index) => (
          <Option key={sku} to={partPath(sku)} {...option(found.categories.length + index)}>
            <img {...imageSources(image, 40)} alt="" width={40} height={40} decoding="async" />
            <span className="grid min-w-0 flex-1">
              <span className="line-clamp-2">
                <MarkedText text={name} search={q} />
              </span>
              <span className="truncate font-mono text-muted text-xs">
                <MarkedText text={own === undefined ? sku : `${own} · ${sku}`} search={q} />
              </span>
            </span>
            <span className="shrink-0">
              {formatPrice(price)}
              <VisuallyHidden>{` ${priceTexts.perPiece}`}</VisuallyHidden>
            </span>
          </Option>
        ))}
      </Group>
    </>
  )
}

/** Options below a heading; nothing without options. */
function Group({ label, id, children }: { label: string; id: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox has no fieldsets.
    <div role="group" aria-labelledby={id}>
      <div role="presentation" id={id} className="suggestions-heading">
        {label}
      </div>
      {children}
    </div>
  )
}

type OptionProps = { id: string; to: string; isActive: boolean; onClick: () => void; children: ReactNode }

/** A link, so that it can also be opened in a new tab. The arrow keys reach it, not Tab. */
function Option({ id, to, isActive, onClick, children }: OptionProps) {
  return (
    <Link
      to={to}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onClick}
      className="suggestion"
    >
      {children}
    </Link>
  )
}
