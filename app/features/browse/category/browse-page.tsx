import type { ReactNode } from 'react'
import { ListPaging } from '#kit/ui/list/list-paging.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout, WidePage } from '#kit/ui/page/page-layout.tsx'
import { CompareBar } from '../compare/compare-bar.tsx'
import { ChosenFilters } from '../filters/chosen-filters.tsx'
import { FilterButton, FilterPanel } from '../filters/filter-form.tsx'
import { addressOf, PAGE_SIZE } from '../filters/selection.ts'
import type { PartsList } from './category-page.ts'
import { NoResult } from './no-result.tsx'
import { PartsTable } from './parts-table.tsx'

type BrowsePageProps = {
  list: PartsList
  title: string
  /** The count that the title says. */
  said?: string
  lead?: ReactNode
  /** The links to the pages above. */
  trail?: ReactNode
  /** Between the heading and the parts. */
  tiles?: ReactNode
  /** The parts in another view than the table, and the links to the views. */
  grid?: ReactNode
  views?: ReactNode
}

/** Filters beside a table of parts: the page of a category, and that of a search. */
export function BrowsePage({ list, title, said, lead, trail, tiles, grid, views }: BrowsePageProps) {
  const { selection, chosen, notes, layout } = list
  return (
    <PageLayout>
      <WidePage>
        <div className="category-page">
          {trail}
          <div className="browse">
            <FilterPanel list={list} isGrid={Boolean(grid)} />
            <div className="browse-list">
              <PageHeading title={title} />
              {lead && <p className="browse-lead">{lead}</p>}
              {tiles}
              <div className="browse-bar">
                <FilterButton chosen={chosen} />
                <ChosenFilters chosen={chosen} selection={selection} />
                {layout.common.length > 0 && (
                  <p className="text-muted text-sm">{`All of these: ${layout.common.join(', ')}`}</p>
                )}
                <div className="browse-state">
                  <p role="status" className={list.count === said ? 'browse-count sr-only' : 'browse-count'}>
                    {list.count}
                  </p>
                  {views}
                </div>
              </div>
              {notes.length > 0 && (
                <div role="status" className="browse-notes">
                  {notes.map((text) => (
                    <p key={text}>{text}</p>
                  ))}
                </div>
              )}
              {grid ?? <ListedParts list={list} title={title} />}
              <CompareBar />
            </div>
          </div>
        </div>
      </WidePage>
    </PageLayout>
  )
}

const ListedParts = ({ list, title }: Pick<BrowsePageProps, 'list' | 'title'>) => (
  <>
    {list.found.rows.length === 0 ? <NoResult {...list} /> : <PartsTable list={list} caption={title} />}
    <ListPaging
      list={list.found}
      pageSize={PAGE_SIZE}
      noun="parts"
      addressOf={(position) => addressOf(list.selection, position)}
    />
  </>
)
