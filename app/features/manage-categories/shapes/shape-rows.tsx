import { useEffect, useRef, useState } from 'react'
import type { Shape } from '#features/models/schema.ts'
import { PlusIcon } from '#kit/ui/admin/admin-icons.tsx'
import { RowButtons } from '#kit/ui/admin/row-buttons.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { addRow, changeRow, moveRow, removeRow } from '#kit/ui/form/form-rows.ts'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { ConditionRows } from './condition-rows.tsx'
import { ParameterField } from './parameter-field.tsx'
import { chooseShape, type ShapeDraft, type ShapedAttribute, setSource } from './shape-draft.ts'
import { conditionsText, shapeName } from './shape-texts.ts'

/** As many shapes as a category can have. */
const MOST_SHAPES = 20

type ShapeRowsProps = {
  drafts: readonly ShapeDraft[]
  attributes: readonly ShapedAttribute[]
  shapes: readonly Shape[]
  /** The values that parts have, by the key of the attribute. */
  values: ReadonlyMap<string, readonly string[]>
  /** By the names of the fields, such as `shape/0/parameters/thread`. */
  errors: Readonly<Record<string, string>>
  clearError: (name: string) => void
  onChange: (drafts: readonly ShapeDraft[]) => void
}

/** The shapes of a category, the first of which that fits a part holds. */
export function ShapeRows({ drafts, onChange, ...rows }: ShapeRowsProps) {
  const add = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [added, setAdded] = useState<number>()
  /** The errors are those of places in the list. */
  const rearrange = (next: readonly ShapeDraft[]) => {
    for (const name of Object.keys(rows.errors)) if (name.startsWith('shape/')) rows.clearError(name)
    onChange(next)
  }
  useEffect(() => {
    if (added !== undefined) list.current?.querySelector<HTMLElement>(`[data-row="${added}"] select`)?.focus()
  }, [added])
  return (
    <div className="min-w-0">
      {rows.errors.shape && <p className="mb-3 text-bad text-sm">{rows.errors.shape}</p>}
      <ol ref={list} className="grid gap-3">
        {drafts.map((draft, index) => {
          const named = `shape ${index + 1}`
          return (
            <li
              key={draft.row}
              data-row={draft.row}
              className="relative grid gap-2 rounded border border-line p-3"
            >
              <ShapeForm
                {...rows}
                draft={draft}
                index={index}
                onChange={(changed) => onChange(changeRow(drafts, draft.row, changed))}
              />
              <div className="flex gap-1 max-sm:order-first sm:absolute sm:end-3 sm:top-3">
                <RowButtons
                  named={named}
                  index={index}
                  count={drafts.length}
                  onMove={(by) => rearrange(moveRow(drafts, draft.row, by))}
                  onRemove={() => {
                    rearrange(removeRow(drafts, draft.row))
                    // The button of a removed row would take the focus with it.
                    add.current?.focus()
                  }}
                />
              </div>
            </li>
          )
        })}
      </ol>
      {drafts.length < MOST_SHAPES && (
        <Button
          ref={add}
          variant="secondary"
          size="sm"
          className="mt-3"
          onClick={() => {
            const next = addRow(drafts, { slug: '', parameters: {}, when: [] })
            setAdded(next.at(-1)?.row)
            onChange(next)
          }}
        >
          <PlusIcon />
          Add shape
        </Button>
      )}
    </div>
  )
}

type ShapeFormProps = Omit<ShapeRowsProps, 'drafts' | 'onChange'> & {
  draft: ShapeDraft
  index: number
  onChange: (draft: ShapeDraft) => void
}

/** Folded to a line, unless it is new or something is wrong with it. */
function ShapeForm({ draft, index, ...form }: ShapeFormProps) {
  const [isOpen, setIsOpen] = useState(draft.slug === '')
  const { attributes, shapes, errors } = form
  const isWrong = Object.keys(errors).some((name) => name.startsWith(`shape/${index}/`))
  const isShown = isOpen || isWrong
  return (
    <details
      open={isShown}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="min-w-0"
    >
      <summary className="min-h-11 cursor-pointer py-2 sm:pe-40">
        <span className="font-medium">{shapeName(draft.slug, shapes) || `Shape ${index + 1}`}</span>
        <span className="block text-muted text-sm wrap-anywhere">
          {conditionsText(draft, attributes) ?? (index === 0 ? 'for all parts' : 'for all other parts')}
        </span>
      </summary>
      {isShown && <ShapeFields draft={draft} index={index} {...form} />}
    </details>
  )
}

function ShapeFields({
  draft,
  index,
  attributes,
  shapes,
  values,
  errors,
  clearError,
  onChange,
}: ShapeFormProps) {
  const path = `shape/${index}`
  const shape = shapes.find(({ slug }) => slug === draft.slug)
  return (
    <div className="mt-3 grid gap-2">
      <ShapeSelect
        name={`${path}/slug`}
        slug={draft.slug}
        shapes={shapes}
        error={errors[`${path}/slug`]}
        onChange={(slug) =>
          onChange(
            chooseShape(
              draft,
              shapes.find((each) => each.slug === slug),
              attributes,
            ),
          )
        }
      />
      {shape && (
        <fieldset className="min-w-0">
          <legend className="mb-2 font-medium text-sm">Where its sizes come from</legend>
          <div className="grid items-start gap-x-4 sm:grid-cols-2">
            {parametersOf(draft, shape).map((parameter) => (
              <ParameterField
                key={parameter.key}
                parameter={parameter}
                hasTables={shape.standards.length > 0}
                source={draft.parameters[parameter.key]}
                attributes={attributes}
                name={`${path}/parameters/${parameter.key}`}
                error={errors[`${path}/parameters/${parameter.key}`]}
                onChange={(source) => onChange(setSource(draft, parameter.key, source))}
                onClear={() => clearError(`${path}/parameters/${parameter.key}`)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <ConditionRows
        isFirst={index === 0}
        when={draft.when}
        attributes={attributes}
        values={values}
        named={`shape ${index + 1}`}
        path={`${path}/when`}
        errors={errors}
        onChange={(when) => onChange({ ...draft, when })}
      />
    </div>
  )
}

/** Those of the shape, and what is saved under names that the shape has no more. */
function parametersOf(draft: ShapeDraft, shape: Shape): Shape['parameters'] {
  const unknown = Object.keys(draft.parameters).filter(
    (key) => !shape.parameters.some((parameter) => parameter.key === key),
  )
  return [
    ...shape.parameters,
    ...unknown.map((key) => ({ key, label: key, required: false, kind: 'text' as const })),
  ]
}

type ShapeSelectProps = {
  name: string
  slug: string
  shapes: readonly Shape[]
  error: string | undefined
  onChange: (slug: string) => void
}

function ShapeSelect({ name, slug, shapes, error, onChange }: ShapeSelectProps) {
  const isKnown = slug === '' || shapes.some((shape) => shape.slug === slug)
  const standards = shapes.find((shape) => shape.slug === slug)?.standards ?? []
  return (
    <SelectField
      label="Shape"
      name={name}
      required
      value={slug}
      error={error ?? null}
      hint={standards.length > 0 && `With tables of ${standards.join(', ')}.`}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Choose a shape</option>
      {!isKnown && <option value={slug}>{slug}</option>}
      {[...Map.groupBy(shapes, ({ group }) => group)].map(([group, ofGroup]) => (
        <optgroup key={group} label={group}>
          {ofGroup.map((shape) => (
            <option key={shape.slug} value={shape.slug}>
              {shape.standards.length > 0
                ? `${shape.name} (${shape.standards.slice(0, 2).join(', ')})`
                : shape.name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}
