import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useId, useRef, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { uploadPicture } from '#features/images/client.ts'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Modal } from '#kit/ui/overlay/modal.tsx'
import { type Area, cutPicture, type OpenedPicture } from './picture-file.ts'

type CropDialogProps = {
  picture: OpenedPicture
  onDone: (image: string) => void
  onClose: () => void
}

/** The frames of pictures in the shop are 4:3. */
const SHAPES = [
  { label: '4:3, as the shop shows it', ratio: 4 / 3 },
  { label: 'Square', ratio: 1 },
  { label: 'Whole picture', ratio: undefined },
] as const

/** Crops a picture by mouse, touch or arrow keys, and uploads it. */
export default function CropDialog({ picture, onDone, onClose }: CropDialogProps) {
  const id = useId()
  const [ratio, setRatio] = useState<number | undefined>(SHAPES[0].ratio)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const area = useRef<Area>(wholeOf(picture))
  const { busy, error, upload } = useUpload(picture, onDone)
  return (
    <Modal
      open
      labelledBy={id}
      className="w-[min(40rem,calc(100vw-2rem))]!"
      onClose={() => {
        if (!busy) onClose()
      }}
    >
      <div className="grid gap-4 p-4 sm:p-6">
        <h2 id={id} className="text-lg">
          Crop the picture
        </h2>
        <div className="relative h-[min(24rem,50dvh)] overflow-hidden rounded bg-sunken">
          <Cropper
            image={picture.url}
            crop={crop}
            zoom={zoom}
            aspect={ratio ?? picture.width / picture.height}
            keyboardStep={8}
            disableAutomaticStylesInjection
            cropperProps={{ 'aria-label': 'The part to keep: arrow keys move the picture' }}
            mediaProps={{ alt: '' }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => {
              area.current = pixels
            }}
          />
        </div>
        <ShapeChoice
          ratio={ratio}
          onChange={(next) => {
            setRatio(next)
            setZoom(1)
            setCrop({ x: 0, y: 0 })
          }}
        />
        <label className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3 text-sm">
          Zoom
          <input
            type="range"
            min={1}
            max={4}
            step={0.05}
            value={zoom}
            onChange={({ target }) => setZoom(Number(target.value))}
            className="h-11 accent-brand"
          />
        </label>
        {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void upload(area.current)}>
            Use this picture
          </Button>
        </div>
      </div>
    </Modal>
  )
}

const wholeOf = ({ width, height }: OpenedPicture): Area => ({ x: 0, y: 0, width, height })

function useUpload(picture: OpenedPicture, onDone: (image: string) => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const upload = async (area: Area) => {
    setBusy(true)
    setError(null)
    try {
      onDone(await uploadPicture('/api/image', await cutPicture(picture, area)))
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) setError(thrown)
      setBusy(false)
    }
  }
  return { busy, error, upload }
}

type ShapeChoiceProps = { ratio: number | undefined; onChange: (ratio: number | undefined) => void }

function ShapeChoice({ ratio, onChange }: ShapeChoiceProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend className="sr-only">Shape</legend>
      {SHAPES.map((shape) => (
        <label key={shape.label} className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
          <input
            type="radio"
            name={name}
            checked={ratio === shape.ratio}
            onChange={() => onChange(shape.ratio)}
            className="size-5 accent-brand"
          />
          {shape.label}
        </label>
      ))}
    </fieldset>
  )
}
