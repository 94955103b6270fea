import { useState } from 'react'
import { Link } from 'react-router'
import { XML_FORMATS, type XmlFormat } from '#features/invoices/states.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { SaveButton } from './saving/save-button.tsx'
import { useSaving } from './saving/use-saving.ts'
import { xmlFileTexts } from './texts.ts'

type XmlFilesProps = {
  documents: readonly { readonly label: string; readonly path: (format: XmlFormat) => string }[]
  /** An admin is led to the settings, where what a document lacked is set for those that follow. */
  isForAdmin: boolean
}

/** The choice of a format, and buttons that save documents as XML in it; why one is refused is said below. */
export function XmlFiles({ documents, isForAdmin }: XmlFilesProps) {
  const { saving, error, save, clearError } = useSaving()
  const [format, setFormat] = useState<XmlFormat>('cii')
  return (
    <div className="grid max-w-md content-start">
      <SelectField
        label={xmlFileTexts.format}
        hint={xmlFileTexts.formats[format].who}
        value={format}
        onChange={({ target }) => {
          setFormat(XML_FORMATS.find((each) => each === target.value) ?? 'cii')
          clearError()
        }}
      >
        {XML_FORMATS.map((each) => (
          <option key={each} value={each}>
            {xmlFileTexts.formats[each].name}
          </option>
        ))}
      </SelectField>
      <ul className="flex flex-wrap gap-2">
        {documents.map(({ label, path }) => (
          <li key={label}>
            <SaveButton busy={saving === path(format)} onClick={() => save(path(format))}>
              {`${label} ${xmlFileTexts.xml}`}
            </SaveButton>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <Notice tone="bad" className="mt-3 text-sm">
          <p>{problemText(error)}</p>
          {isForAdmin && isOfSettings(error) && (
            <p className="mt-1">
              {xmlFileTexts.later} <Link to="/dashboard/settings">{xmlFileTexts.settings}</Link>
            </p>
          )}
        </Notice>
      )}
    </div>
  )
}

/** Whether settings of the seller were missing. */
function isOfSettings(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return false
  const { missing } = error.extras as { missing?: readonly string[] }
  return error.code === 'sample' || (missing ?? []).some((field) => field.startsWith('seller.'))
}
