import { useId } from 'react'
import type { Country } from '#features/delivery/schema.ts'
import { Field, Note } from '#kit/ui/form/field.tsx'
import { dayName } from '../change-texts.ts'
import { fieldAt } from '../form/fields.ts'
import type { SettingsForm } from '../form/use-settings-form.ts'
import { CountriesChoice } from './countries-choice.tsx'
import { Methods } from './methods.tsx'

type DeliveryPartProps = { form: SettingsForm; countries: readonly Country[] }

/** Where, how and when the shop delivers. */
export function DeliveryPart({ form, countries }: DeliveryPartProps) {
  const { delivery } = form.draft
  return (
    <>
      <section aria-labelledby="working-hours">
        <h2 id="working-hours" className="mb-1 text-lg">
          When orders ship
        </h2>
        <p className="mb-4 max-w-prose text-muted text-sm">
          An order until the cut-off on a working day ships on that day, a later one on the next. Public
          holidays of your country are no working days.
        </p>
        <WorkingHours form={form} />
      </section>
      <section aria-labelledby="served">
        <h2 id="served" className="mb-2 text-lg">
          Where to
        </h2>
        <CountriesChoice
          legend="Countries that the shop delivers to"
          allLabel="All countries"
          {...fieldAt(form, 'delivery/countries')}
          value={delivery.countries}
          countries={countries}
          onChange={(value) => form.edit('delivery', { countries: value })}
        />
      </section>
      <Methods form={form} countries={countries} />
    </>
  )
}

function WorkingHours({ form }: { form: SettingsForm }) {
  const id = useId()
  const { timeZone, cutOff, workingDays } = form.draft.delivery
  const days = fieldAt(form, 'delivery/workingDays')
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      <Field
        label="Time zone"
        required
        list={id}
        autoComplete="off"
        hint="Such as Europe/Berlin: days on invoices and in lists begin there."
        {...fieldAt(form, 'delivery/timeZone')}
        value={timeZone}
        onChange={({ target }) => form.edit('delivery', { timeZone: target.value })}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Field
        label="Cut-off"
        required
        type="time"
        {...fieldAt(form, 'delivery/cutOff')}
        value={cutOff}
        onChange={({ target }) => form.edit('delivery', { cutOff: target.value })}
      />
      <fieldset className="min-w-0 sm:col-span-2">
        <legend className="font-medium text-sm">Working days</legend>
        <div className="flex flex-wrap gap-x-6">
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <label key={day} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                name={days.name}
                checked={workingDays.includes(day)}
                aria-invalid={days.error ? true : undefined}
                aria-describedby={days.error ? `${id}-days` : undefined}
                onChange={({ target }) =>
                  form.edit('delivery', {
                    workingDays: target.checked
                      ? [...workingDays, day].sort()
                      : workingDays.filter((each) => each !== day),
                  })
                }
                className="size-5 shrink-0 accent-brand"
              />
              {dayName(day)}
            </label>
          ))}
        </div>
        {days.error && <Note id={`${id}-days`} error={days.error} />}
      </fieldset>
    </div>
  )
}
