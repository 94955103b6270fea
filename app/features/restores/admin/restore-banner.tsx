import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import type { RestoreState } from '../schema.ts'
import { consequences, restoreTexts as texts } from '../texts.ts'
import { fetchRestored, takeOver } from './client.ts'

/** Says that the shop is a restored copy that waits, and lets an admin say that it is the shop. Nothing otherwise. */
export function RestoreBanner() {
  const [state, setState] = useState<RestoreState>()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    // The page says itself what cannot be loaded.
    fetchRestored(abort.signal).then(setState, signOutIfForbidden)
    return () => abort.abort()
  }, [])
  if (!state?.isWaiting) return null
  const confirm = async () => {
    setIsBusy(true)
    setError(null)
    try {
      setState(await takeOver())
      setIsAsking(false)
      notify.success(texts.done)
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) setError(problemText(thrown))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <Notice
        tone="waiting"
        action={
          <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
            {texts.button}
          </Button>
        }
      >
        <div className="grid gap-2 text-sm">
          <p className="font-medium text-base">{texts.heading}</p>
          <p>{texts.lead}</p>
          <RestoredWhen state={state} />
          <Consequences state={state} />
        </div>
      </Notice>
      <ConfirmDialog
        open={isAsking}
        title={texts.question}
        body={
          <div className="grid gap-3">
            <p>{texts.warning}</p>
            <Consequences state={state} />
          </div>
        }
        yes={texts.yes}
        no={texts.no}
        busy={isBusy}
        error={error}
        onConfirm={() => void confirm()}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

function RestoredWhen({ state: { restoredAt, backedUpAt } }: { state: RestoreState }) {
  return (
    <p>
      {restoredAt && (
        <>
          Restored <DateTime iso={restoredAt} />
        </>
      )}
      {backedUpAt && (
        <>
          {', from the backup of '}
          <DateTime iso={backedUpAt} />
        </>
      )}
      . As the shop:
    </p>
  )
}

const Consequences = ({ state }: { state: RestoreState }) => (
  <ul className="grid list-disc gap-1 ps-5">
    {consequences(state).map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
)
