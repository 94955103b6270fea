import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { useFileDrop } from '#kit/ui/form/use-file-drop.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { PersonIcon } from '#kit/ui/mark/icons.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { PICTURE_TYPES, removeOwnPicture, uploadPicture } from '../client.ts'

type OwnPictureProps = {
  name: string
  /** The address of the picture of the account, if it has one. */
  image: string | undefined
}

/** The picture of the account, dropped, chosen or removed; initials without one. */
export function OwnPicture({ name, image }: OwnPictureProps) {
  const { busy, run } = useChange()
  const { target, isOver, onChoose } = useFileDrop((file) =>
    run('Picture changed', () => uploadPicture('/api/avatar', file)),
  )
  return (
    <div className="flex items-center gap-4" aria-busy={busy}>
      <div className={classNames('shrink-0', isOver && 'rounded-full outline-2 outline-brand')} {...target}>
        <Avatar key={image} name={name} image={image} />
      </div>
      <div className="flex flex-wrap gap-2">
        <FileButton
          label={image === undefined ? 'Choose a picture' : 'Choose another picture'}
          accept={PICTURE_TYPES}
          size="sm"
          disabled={busy}
          onChoose={onChoose}
        />
        {image !== undefined && (
          <Button
            variant="quiet"
            size="sm"
            disabled={busy}
            onClick={() => run('Picture removed', removeOwnPicture)}
          >
            Remove the picture
          </Button>
        )}
      </div>
    </div>
  )
}

/** Makes one change at a time, and reads the account again after it. */
function useChange() {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const change = async (done: string, call: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await call()
      await revalidate()
      notify.success(done)
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) notify.error(problemText(thrown))
    } finally {
      setBusy(false)
    }
  }
  return { busy, run: (done: string, call: () => Promise<unknown>) => void change(done, call) }
}

const FRAME = 'size-16 shrink-0 rounded-full bg-tint'

/** The picture, which may be on another host: that is not told where it is shown. */
function Avatar({ name, image }: OwnPictureProps) {
  const [isMissing, setIsMissing] = useState(false)
  if (image === undefined || isMissing) return <Initials name={name} />
  return (
    <img
      src={image}
      alt={`Avatar of ${name}`}
      width={64}
      height={64}
      referrerPolicy="no-referrer"
      className={`${FRAME} object-cover`}
      onError={() => setIsMissing(true)}
    />
  )
}

function Initials({ name }: { name: string }) {
  const words = name.split(/\s+/).filter(Boolean)
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return (
    <div
      role="img"
      aria-label={`Avatar of ${name}`}
      className={`${FRAME} grid place-items-center font-medium text-lg text-link uppercase`}
    >
      <span aria-hidden="true">{initials.join('') || <PersonIcon size={20} />}</span>
    </div>
  )
}
