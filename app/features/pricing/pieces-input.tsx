type PiecesInputProps = {
  id?: string
  label?: string
  value: string
  isInvalid: boolean
  describedBy?: string | undefined
  onType: (text: string) => void
}

/** A number of pieces of a line, which is selected when it gets the focus. */
export const PiecesInput = ({ id, label, value, isInvalid, describedBy, onType }: PiecesInputProps) => (
  <input
    id={id}
    aria-label={label}
    inputMode="numeric"
    autoComplete="off"
    value={value}
    maxLength={15}
    aria-invalid={isInvalid || undefined}
    aria-describedby={describedBy}
    onChange={({ target }) => onType(target.value)}
    onFocus={({ target }) => target.select()}
    className="h-9 w-24 rounded border border-edge bg-paper px-2 text-end text-base hover:border-ink aria-invalid:border-bad pointer-coarse:h-11"
  />
)
