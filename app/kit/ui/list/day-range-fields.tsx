import { useEffect, useRef, useState } from 'react'
import { type DayRange, MOVING_RANGES, monthsWith, monthText } from '#kit/input/day-range.ts'
import { SelectField } from '#kit/ui/form/select-field.tsx'

const BETWEEN = 'between'

type DayRangeFieldsProps = DayRange & {
  /** What happened on these days: "Placed". */
  label: string
  /** The ranges that end today; without them the months alone are offered. */
  ranges?: readonly { readonly value: string; readonly label: string }[]
  /** Which of them or of the months is chosen; undefined with `from` and `to`, and without any days. */
  range: string | undefined
  /** Replaces the days: by a range, by two days, or by none. */
  onChange: (days: DayRange & { readonly range?: string }) => void
}

/** The days of a list: a range that moves with the day, a month, or two days. The shop counts them in its time zone. */
export function DayRangeFields({ label, ranges = [], range, from, to, onChange }: DayRangeFieldsProps) {
  const inAddress = from || to ? BETWEEN : (range ?? '')
  const days = [range, from, to].join()
  const [shown, setShown] = useState({ days, choice: inAddress })
  if (shown.days !== days) {
    // Choosing two days begins without any.
    const isChoosing = shown.choice === BETWEEN && range === undefined
    setShown({ days, choice: isChoosing ? BETWEEN : inAddress })
  }
  const choose = (choice: string) => {
    setShown({ days, choice })
    onChange(choice === '' || choice === BETWEEN ? {} : { range: choice })
  }
  return (
    <>
      <SelectField
        label={label}
        value={shown.choice}
        onChange={({ target }) => choose(target.value)}
        className="-mb-9 w-52 max-sm:w-44"
      >
        <option value="">Any day</option>
        <option value={BETWEEN}>Between two days</option>
        {[...ranges, ...MOVING_RANGES].map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
        <optgroup label="Months">
          {monthsWith(range, Date.now()).map((month) => (
            <option key={month} value={month}>
              {monthText(month)}
            </option>
          ))}
        </optgroup>
      </SelectField>
      {shown.choice === BETWEEN && (
        <>
          <DayField label="From" value={from} onChange={(day) => onChange({ from: day, to })} />
          <DayField label="To" value={to} onChange={(day) => onChange({ from, to: day })} />
        </>
      )}
    </>
  )
}

type DayFieldProps = {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

const TYPING_PAUSE_MS = 600

/** The first digits of a typed year are the year of a day too. */
const FIRST_DAY = '2000-01-01'

function DayField({ label, value, onChange }: DayFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value ?? ''
  }, [value])
  return (
    <label className="grid basis-36 content-start gap-1 text-sm max-sm:grow">
      <span className="font-medium">{label}</span>
      <input
        ref={input}
        type="date"
        defaultValue={value}
        min={FIRST_DAY}
        className="h-11 w-full rounded border border-edge bg-paper px-2 text-base hover:border-ink"
        // Days in the wrong sequence are exchanged, also the one that was typed.
        onBlur={({ target }) => {
          if (!timer.current) target.value = value ?? ''
        }}
        onChange={({ target }) => {
          clearTimeout(timer.current)
          timer.current = undefined
          const day = target.value
          if (day !== '' && day < FIRST_DAY) return
          timer.current = setTimeout(() => {
            timer.current = undefined
            onChange(day || undefined)
          }, TYPING_PAUSE_MS)
        }}
      />
    </label>
  )
}
