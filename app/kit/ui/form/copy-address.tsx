import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { copyText } from '#kit/ui/mark/copy-text.ts'

type CopyAddressProps = {
  url: string
  label: string
  /** Said below the address. */
  children?: ReactNode
}

/** An address to copy, which the reader passes on or keeps. */
export function CopyAddress({ url, label, children }: CopyAddressProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await copyText(url)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
    field.current?.select()
  }
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex gap-2">
        <input
          ref={field}
          readOnly
          aria-label={label}
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className="h-10 min-w-0 flex-1 text-ellipsis rounded border border-edge bg-paper px-3 font-mono text-sm pointer-coarse:h-11"
        />
        <Button variant="secondary" onClick={copy}>
          Copy link
        </Button>
      </div>
      <p role="status" className="text-sm">
        {outcome === 'copied' && <span className="text-good">Copied.</span>}
        {outcome === 'refused' && <span className="text-wait">Copy the marked address by hand.</span>}{' '}
        <span className="text-muted">{children}</span>
      </p>
    </div>
  )
}
