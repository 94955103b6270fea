import type { ReactNode } from 'react'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { leaveBar } from './bar-focus.ts'
import type { Chosen } from './use-chosen.ts'

const BOX = 'size-4 pointer-coarse:size-5'

/** Around rows of a table: those that are chosen are tinted. */
export const TINT_CHOSEN =
  '[&_tr:has([data-choose]:checked)]:bg-tint [&_tr:has([data-choose]:checked):hover>td]:bg-tint'

type ChooseRowProps = { chosen: Chosen; id: string; label: string; children?: ReactNode }

/** The check box of a row, with what is beside it. */
export function ChooseRow({ chosen, id, label, children }: ChooseRowProps) {
  return (
    <label className="-my-1 inline-flex min-h-8 cursor-pointer items-center gap-2 pe-1 align-middle pointer-coarse:min-h-11">
      <input
        type="checkbox"
        data-choose
        aria-label={label}
        checked={chosen.ids.has(id)}
        onChange={(event) => chosen.toggle(id, event)}
        className={BOX}
      />
      {children}
    </label>
  )
}

/** The check box of all rows; `shown` is how many can be chosen. */
export function ChooseAll({ chosen, shown }: { chosen: Chosen; shown: number }) {
  const { size } = chosen.ids
  return (
    <label className="inline-flex min-h-8 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={size >= shown}
        ref={(box) => {
          if (box) box.indeterminate = size > 0 && size < shown
        }}
        onChange={chosen.toggleAll}
        className={BOX}
      />
      {`Choose all ${formatCount(shown)} shown`}
    </label>
  )
}

type ChosenBarProps = {
  label: string
  chosen: Chosen
  /** What is chosen, in words: "3 rows". */
  text: string
  /** What more is said of them. */
  detail?: string
  /** The buttons. */
  children: ReactNode
}

/** How many rows are chosen and what can be done with them, at the bottom of the window. */
export function ChosenBar({ label, chosen, text, detail, children }: ChosenBarProps) {
  const count = chosen.ids.size
  return (
    <section aria-label={label} className="sticky bottom-3 z-2 mx-auto w-fit max-w-full">
      <p role="status" className="sr-only">
        {count > 0 && [`${text} chosen`, detail].filter(Boolean).join(', ')}
      </p>
      {count > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it is about the controls in it.
        <div
          data-chosen-bar
          onKeyDown={leaveBar}
          className="bottom-bar float flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2"
        >
          <span aria-hidden="true" className="font-medium text-sm">
            {`${formatCount(count)} chosen`}
          </span>
          {detail && (
            <span aria-hidden="true" className="text-muted text-sm">
              {detail}
            </span>
          )}
          {children}
          <Button
            variant="quiet"
            size="sm"
            aria-keyshortcuts="Escape"
            title="Choose none (Escape)"
            onClick={chosen.clear}
          >
            Clear
          </Button>
        </div>
      )}
    </section>
  )
}
