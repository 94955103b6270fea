import { Field } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import type { Parameter, ShapedAttribute, SourceDraft } from './shape-draft.ts'
import { sourceWarning } from './shape-texts.ts'

/** As long as the value of an attribute. */
const LONGEST_VALUE = 100

/** The options of the choice besides the keys of attributes, which have no such characters. */
const LEFT_OUT = ''
const VALUE = '='

type ParameterFieldProps = {
  parameter: Parameter
  /** Whether the shop has tables of its sizes. */
  hasTables: boolean
  source: SourceDraft | undefined
  attributes: readonly ShapedAttribute[]
  /** The name of the field, by which its error is found. */
  name: string
  error: string | undefined
  onChange: (source: SourceDraft | undefined) => void
  /** Removes the error. */
  onClear: () => void
}

/** Where a parameter of a shape comes from: an attribute of the category, a fixed value, or a table. */
export function ParameterField({
  hasTables,
  parameter,
  source,
  attributes,
  name,
  error,
  onChange,
  onClear,
}: ParameterFieldProps) {
  const { label, unit, required } = parameter
  const isValue = source?.from === 'value'
  const warning = sourceWarning(parameter, source, attributes)
  const choose = (chosen: string) => {
    onClear()
    if (chosen === LEFT_OUT) return onChange(undefined)
    onChange(chosen === VALUE ? { from: 'value', text: '' } : { from: 'attribute', text: chosen })
  }
  return (
    <div className="min-w-0">
      <SelectField
        label={label}
        name={isValue ? `${name}/source` : name}
        required={required}
        value={chosenOption(source, attributes)}
        warning={warning}
        error={isValue ? null : (error ?? null)}
        hint={source?.isSuggested && 'Suggested: it is called the same. Check it.'}
        onChange={({ target }) => choose(target.value)}
      >
        <option value={LEFT_OUT}>{required ? 'Choose…' : leftOutText(parameter, hasTables)}</option>
        {attributes.length > 0 && (
          <optgroup label="Attributes">
            {attributes.map(({ key, label: attribute, unit: of }) => (
              <option key={key} value={key}>
                {of ? `${attribute} (${of})` : attribute}
              </option>
            ))}
          </optgroup>
        )}
        <option value={VALUE}>A fixed value</option>
      </SelectField>
      {isValue && (
        <FixedValue
          parameter={parameter}
          label={unit === undefined ? `${label}, the value` : `${label} in ${unit}`}
          name={name}
          error={error}
          value={source.text}
          onChange={(text) => onChange({ from: 'value', text })}
        />
      )}
    </div>
  )
}

/** A text that is left out, such as the standard, is the first one; a size comes from its table. */
const leftOutText = ({ kind }: Parameter, hasTables: boolean): string =>
  kind === 'number' && hasTables ? 'From the table' : 'As usual'

/** An attribute that was removed is not among the options. */
function chosenOption(source: SourceDraft | undefined, attributes: readonly ShapedAttribute[]): string {
  if (source?.from === 'value') return VALUE
  return attributes.some(({ key }) => key === source?.text) ? (source?.text ?? LEFT_OUT) : LEFT_OUT
}

type FixedValueProps = {
  parameter: Parameter
  label: string
  name: string
  error: string | undefined
  value: string
  onChange: (text: string) => void
}

function FixedValue({
  parameter: { kind, options },
  error = undefined,
  onChange,
  ...field
}: FixedValueProps) {
  const props = { ...field, required: true, error: error ?? null }
  if (options)
    return (
      <SelectField {...props} onChange={({ target }) => onChange(target.value)}>
        <option value="">Choose a value</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </SelectField>
    )
  return (
    <Field
      {...props}
      maxLength={LONGEST_VALUE}
      autoComplete="off"
      inputMode={kind === 'number' ? 'decimal' : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
