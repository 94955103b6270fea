import { type ReactNode, useEffect, useState } from 'react'
import { shortenMiddle } from '#kit/text/list-text.ts'
import { copyText } from './copy-text.ts'
import { CheckIcon, CopyIcon } from './icons.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

const SHOWN_MS = 2000

type CopyIdProps = {
  value: string
  /** What the value is, e.g. "transaction id": the button is called "Copy transaction id". */
  what: string
  /** For ids that people read and compare: not shortened while the line has room. */
  isWhole?: boolean
  /** Below what people read instead. */
  isSmall?: boolean
  /** Renders the id as a link to what it is of. */
  link?: (id: ReactNode) => ReactNode
}

function IdText({ value, isWhole }: Pick<CopyIdProps, 'value' | 'isWhole'>) {
  if (isWhole) return value
  return (
    <>
      <span aria-hidden="true">{shortenMiddle(value)}</span>
      <VisuallyHidden>{value}</VisuallyHidden>
    </>
  )
}

/** An id that is shortened visually; screen readers, the tooltip and the clipboard get the full id. */
export function CopyId({ value, what, isWhole, isSmall, link = (id) => id }: CopyIdProps) {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span
        title={value}
        className={`truncate font-mono ${isSmall ? 'text-muted text-xs' : 'text-[0.8125rem]'}`}
      >
        {link(<IdText value={value} isWhole={isWhole} />)}
      </span>
      <button
        type="button"
        aria-label={`Copy ${what}`}
        className="-mr-1.5 grid size-7 shrink-0 cursor-pointer place-items-center rounded text-muted transition-colors hover:bg-tint hover:text-link pointer-coarse:-my-2 pointer-coarse:-mr-3 pointer-coarse:size-11"
        onClick={() => copyText(value).then(() => setCopied(true))}
      >
        {copied ? <CheckIcon className="text-link" /> : <CopyIcon />}
      </button>
      <span aria-live="polite" className="sr-only">
        {copied && 'Copied'}
      </span>
    </span>
  )
}
