import { useEffect, useState } from 'react'
import { shortenMiddle } from '#kit/ui/shorten-middle.ts'
import { CheckIcon, CopyIcon } from './icons.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

const SAID_FOR_MS = 2000

/** The clipboard is missing where the page is not served over HTTPS: then the value is copied the old way. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const carrier = document.createElement('textarea')
  carrier.value = text
  document.body.append(carrier)
  carrier.select()
  document.execCommand('copy')
  carrier.remove()
}

type CopyIdProps = {
  value: string
  /** What the value is, e.g. "transaction id": the button is called "Copy transaction id". */
  what: string
  /** For ids that people read and compare: not shortened, as far as the line has room. */
  isWhole?: boolean
}

/** An id shortened for the eye; screen readers, the tooltip and the clipboard get the whole of it. */
export function CopyId({ value, what, isWhole }: CopyIdProps) {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span title={value} className="truncate font-mono text-[0.8125rem]">
        {isWhole ? (
          value
        ) : (
          <>
            <span aria-hidden="true">{shortenMiddle(value)}</span>
            <VisuallyHidden>{value}</VisuallyHidden>
          </>
        )}
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
