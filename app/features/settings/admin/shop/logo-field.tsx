import { useState } from 'react'
import { PICTURE_TYPES, uploadPicture } from '#features/images/client.ts'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { useFileDrop } from '#kit/ui/form/use-file-drop.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import type { SettingsForm } from '../form/use-settings-form.ts'
import { asPicture } from './logo-file.ts'

/** The picture of the shop: it is uploaded at once, and used when the settings are saved. */
export function LogoField({ form }: { form: SettingsForm }) {
  const { logo } = form.draft.shop
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const upload = async (file: File) => {
    setProblem(undefined)
    setIsBusy(true)
    try {
      form.edit('shop', { logo: await uploadPicture('/api/image', await asPicture(file)) })
    } catch (error) {
      setProblem(error instanceof Error && error.constructor === Error ? error.message : problemText(error))
    } finally {
      setIsBusy(false)
    }
  }
  const { onChoose } = useFileDrop(upload)
  const error = problem ?? form.refused['shop/logo']
  return (
    <section aria-labelledby="logo" className="mb-4 sm:col-span-2">
      <h3 id="logo" className="mb-1 font-medium text-sm">
        Logo
      </h3>
      <p className="mb-2 max-w-prose text-muted text-sm">
        In place of the hexagon, at the top of pages, papers and mails. An SVG or a picture on a white or no
        ground.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {logo !== undefined && (
          <img
            src={`${logo}?w=160`}
            alt="Logo"
            className="h-12 max-w-40 rounded border border-line bg-white p-1"
          />
        )}
        <FileButton
          label={isBusy ? 'Uploading …' : 'Choose a file'}
          accept={`image/svg+xml,${PICTURE_TYPES}`}
          disabled={isBusy}
          size="sm"
          onChoose={onChoose}
        />
        {logo !== undefined && (
          <Button variant="quiet" size="sm" onClick={() => form.edit('shop', { logo: undefined })}>
            Remove the logo
          </Button>
        )}
      </div>
      {error !== undefined && (
        <Notice tone="bad" className="mt-3">
          {error}
        </Notice>
      )}
    </section>
  )
}
