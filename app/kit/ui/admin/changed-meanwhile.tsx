import { useEffect, useRef } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'

/** Both values of a changed field in words; `mine` is undefined when the form has theirs. */
export interface ChangedField<Name extends string> {
  readonly field: Name
  readonly label: string
  readonly theirs: string
  readonly mine: string | undefined
}

type ChangedMeanwhileProps<Name extends string> = {
  /** The heading, below those around it. */
  heading: 'h2' | 'h3'
  changed: readonly ChangedField<Name>[]
  onTake: (field: Name) => void
}

/** Both values of each field that somebody else has changed meanwhile. The form has the ones that are saved next. */
export function ChangedMeanwhile<Name extends string>({
  heading: Heading,
  changed,
  onTake,
}: ChangedMeanwhileProps<Name>) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="meanwhile" className="grid gap-3 rounded border border-wait-edge p-4">
      <div className="flex items-start gap-3">
        <AlertIcon size={20} className="mt-1 text-wait" />
        <div className="min-w-0">
          <Heading ref={heading} tabIndex={-1} id="meanwhile" className="text-base outline-none">
            Somebody else changed it meanwhile
          </Heading>
          <p className="text-muted text-sm">
            Nothing is saved yet, and nothing of theirs is overwritten. Save again to save what the form has
            now.
          </p>
        </div>
      </div>
      <ul className="grid text-sm">
        {changed.map(({ field, label, theirs, mine }) => (
          <li
            key={field}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-3"
          >
            <dl className="grid min-w-0 flex-1 basis-60 gap-1 wrap-anywhere">
              <div>
                <dt className="inline font-medium">{`${label}, theirs: `}</dt>
                <dd className="inline">{theirs}</dd>
              </div>
              {mine !== undefined && (
                <div>
                  <dt className="inline font-medium">{`${label}, yours: `}</dt>
                  <dd className="inline">{mine}</dd>
                </div>
              )}
            </dl>
            {mine === undefined ? (
              <span className="text-muted">In the form</span>
            ) : (
              <Button variant="secondary" size="sm" onClick={() => onTake(field)}>
                {`Take theirs: ${label}`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
