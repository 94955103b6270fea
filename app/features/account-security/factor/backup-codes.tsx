import { useEffect, useRef } from 'react'
import { saveBlob } from '#kit/browser/save-file.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CopyButton } from './copy-button.tsx'

/** The backup codes, which are shown once. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <div className="grid max-w-md grid-cols-1 gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Keep these backup codes
      </h3>
      <p>
        Each lets you in once without your phone. They are not shown again, and nobody else can let you in:
        print them, or keep them in a password manager.
      </p>
      <ul
        aria-label="Backup codes"
        className="grid grid-cols-1 gap-y-1 rounded border border-line bg-sunken p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} what="Backup codes">
          Copy
        </CopyButton>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), 'backup-codes.txt')}
        >
          Download
        </Button>
      </div>
      <Button className="justify-self-start" onClick={onDone}>
        Done
      </Button>
    </div>
  )
}
