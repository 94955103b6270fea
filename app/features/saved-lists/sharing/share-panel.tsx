import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CopyAddress } from '#kit/ui/form/copy-address.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { endSharing, shareList } from '../client.ts'
import type { SavedList } from '../schema.ts'

type SharePanelProps = {
  list: SavedList
  onChanged: () => Promise<void>
}

/** The link of a list: made, shown once, renewed and ended. */
export function SharePanel({ list: { _id, isShared }, onChanged }: SharePanelProps) {
  const [url, setUrl] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (call: () => Promise<string | undefined>) => {
    setIsBusy(true)
    try {
      setUrl(await call())
      await onChanged()
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    } finally {
      setIsBusy(false)
    }
  }
  const share = () => run(async () => (await shareList(_id)).url)
  const end = () =>
    run(async () => {
      await endSharing(_id)
      return undefined
    })
  return (
    <section aria-labelledby="share" className="rounded border border-line p-4">
      <h2 id="share" className="mb-1 text-lg">
        Share by link
      </h2>
      <p className="mb-3 text-muted text-sm">
        Whoever has the link sees the lines with your part numbers and notes, as they are then, and can put
        them into a cart. Its address is shown once.
      </p>
      {url && <CopyAddress url={url} label="Address of the list" />}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" busy={isBusy} onClick={share}>
          {isShared ? 'Renew link' : 'Create link'}
        </Button>
        {isShared && (
          <Button variant="danger" busy={isBusy} onClick={end}>
            End link
          </Button>
        )}
      </div>
    </section>
  )
}
