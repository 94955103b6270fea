import { AreaClosed, Bar, LinePath } from '@visx/shape'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { manageOrdersPath } from '#features/manage-orders/paths.ts'
import { ordersText } from '#features/orders/texts.ts'
import { dayText } from '#kit/text/moment-text.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import type { Overview } from '../schema.ts'
import { CHART, dayScale, labelledDays, valueScale } from './chart-scales.ts'
import {
  comparedDayText,
  dayFiguresText,
  moneyText,
  shortCountText,
  shortDayText,
  shortTotalText,
} from './texts.ts'

type Day = Overview['days'][number]

type DayChartsProps = {
  days: readonly Day[]
  /** As many days before, to compare each with. */
  before: readonly Day[]
}

/**
 * Revenue and orders by day on one axis. The pointer or the arrow keys choose a day, whose figures are shown above; a
 * screen reader says them as the value of a slider. Drawn in relative units and stretched by the browser, so that nothing
 * is measured; the texts are outside of the drawing.
 */
export function DayCharts({ days, before }: DayChartsProps) {
  const last = days.length - 1
  const [chosen, setChosen] = useState(last)
  const index = Math.min(chosen, last)
  const day = days[index]
  if (!day) return null
  const choose = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setChosen(Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * days.length))))
  }
  return (
    <div className="grid gap-4">
      <Figures day={day} before={before[index]} />
      <div className="grid gap-3 rounded has-focus-visible:outline-2 has-focus-visible:outline-link has-focus-visible:outline-offset-4">
        <input
          type="range"
          className="sr-only"
          aria-label="Day of the charts"
          min={0}
          max={last}
          value={index}
          aria-valuetext={comparedDayText(day, before[index])}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
        <Chart
          name="Revenue"
          values={days.map(({ revenue }) => revenue)}
          before={before.map(({ revenue }) => revenue)}
          format={shortTotalText}
          chosen={index}
          onPointer={choose}
          isLine
        />
        <Chart
          name="Orders"
          values={days.map(({ orders }) => orders)}
          before={before.map(({ orders }) => orders)}
          format={shortCountText}
          chosen={index}
          onPointer={choose}
        />
        <DayAxis days={days} />
      </div>
    </div>
  )
}

function Figures({ day, before }: { day: Day; before: Day | undefined }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
      <span className="font-medium">{dayText(day.day)}</span>
      <span>{moneyText(day.revenue)}</span>
      <span>{ordersText(day.orders)}</span>
      {before && <span className="text-muted">{dayFiguresText(before)}</span>}
      <Link to={manageOrdersPath({ from: day.day, to: day.day, dayOf: 'money' })}>
        Orders paid or refunded on this day
      </Link>
    </p>
  )
}

type ChartProps = {
  name: string
  values: readonly number[]
  before: readonly number[]
  format: (value: number) => string
  chosen: number
  onPointer: (event: PointerEvent<HTMLElement>) => void
  isLine?: boolean
}

/** Hidden from screen readers: the slider says the figures, and the table has all of them. */
function Chart({ name, values, before, format, chosen, onPointer, isLine = false }: ChartProps) {
  const x = dayScale(values.length)
  const y = valueScale([...values, ...before])
  // There is no half of an order.
  const ticks = y.ticks(3).filter(Number.isInteger)
  const middle = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2
  const pointsOf = (of: readonly number[]) => of.map((value, index) => ({ x: middle(index), y: y(value) }))
  return (
    <div aria-hidden="true" className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2">
      <p className="col-span-2 mb-3 flex flex-wrap justify-between gap-x-4 text-muted text-sm">
        <span>{name}</span>
        <span className="flex items-center gap-2">
          <span className="w-6 border-muted border-t border-dashed" />
          {'before'}
        </span>
      </p>
      <Ticks values={ticks} place={(value) => y(value)} format={format} />
      <div
        className="relative h-36 cursor-crosshair touch-pan-y"
        onPointerMove={onPointer}
        onPointerDown={onPointer}
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${CHART.width} ${CHART.height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {ticks.map((value) => (
            <line
              key={value}
              x1={0}
              x2={CHART.width}
              y1={y(value)}
              y2={y(value)}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {isLine ? (
            <Line points={pointsOf(values)} y={y} />
          ) : (
            <Bars values={values} chosen={chosen} x={x} y={y} />
          )}
          <FormerLine points={pointsOf(before)} />
        </svg>
        <Marker at={middle(chosen) / CHART.width}>
          {isLine && <Dot at={y(values[chosen] ?? 0) / CHART.height} />}
        </Marker>
      </div>
    </div>
  )
}

type Scales = { x: ReturnType<typeof dayScale>; y: ReturnType<typeof valueScale> }

type Points = { points: { x: number; y: number }[] }

type LineProps = Pick<Scales, 'y'> & Points

const Line = ({ points, y }: LineProps) => (
  <>
    <AreaClosed
      data={points}
      x={(point) => point.x}
      y={(point) => point.y}
      y0={y(0)}
      yScale={y}
      className="fill-tint"
    />
    <Curve points={points} className="stroke-2 stroke-link" />
  </>
)

/** The same figures of the period before, each at the day that it is compared with. */
const FormerLine = ({ points }: Points) => (
  <Curve points={points} className="stroke-muted" strokeDasharray="3 3" />
)

type CurveProps = Points & { className: string; strokeDasharray?: string }

const Curve = ({ points, className, ...dashes }: CurveProps) => (
  <LinePath
    data={points}
    x={(point) => point.x}
    y={(point) => point.y}
    className={classNames('fill-none', className)}
    vectorEffect="non-scaling-stroke"
    strokeLinejoin="round"
    {...dashes}
  />
)

type BarsProps = Scales & Pick<ChartProps, 'values' | 'chosen'>

const Bars = ({ values, chosen, x, y }: BarsProps) =>
  values.map((value, index) => (
    <Bar
      // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a day.
      key={index}
      x={x(index) ?? 0}
      y={y(value)}
      width={x.bandwidth()}
      height={CHART.height - y(value)}
      className={index === chosen ? 'fill-link' : 'fill-edge'}
    />
  ))

type TicksProps = {
  values: readonly number[]
  place: (value: number) => number
  format: (value: number) => string
}

const Ticks = ({ values, place, format }: TicksProps) => (
  <div className="relative text-muted text-xs">
    {values.map((value) => (
      <span
        key={value}
        className="absolute right-0 -translate-y-1/2"
        style={{ top: percent(place(value) / CHART.height) }}
      >
        {format(value)}
      </span>
    ))}
  </div>
)

/** The line at the chosen day. */
const Marker = ({ at, children }: { at: number; children: ReactNode }) => (
  <span
    className="pointer-events-none absolute inset-y-0 border-ink border-l border-dotted"
    style={{ left: percent(at) }}
  >
    {children}
  </span>
)

const Dot = ({ at }: { at: number }) => (
  <span
    className="absolute size-2 -translate-1/2 rounded-full bg-link outline-2 outline-paper"
    style={{ top: percent(at) }}
  />
)

/** As many days as fit; on a phone every second one of them is left out. */
function DayAxis({ days }: Pick<DayChartsProps, 'days'>) {
  const x = dayScale(days.length)
  return (
    <div aria-hidden="true" className="relative ml-16 h-5 text-muted text-xs">
      {labelledDays(days.length, 5).map((index, place, { length }) => (
        <span
          key={index}
          className={`absolute whitespace-nowrap ${place % 2 === 1 ? 'max-md:hidden' : ''} ${shiftOf(place, length)}`}
          style={{ left: percent(((x(index) ?? 0) + x.bandwidth() / 2) / CHART.width) }}
        >
          {shortDayText(days[index]?.day ?? '')}
        </span>
      ))}
    </div>
  )
}

/** The first label begins at its day and the last ends there, so that neither is cut. */
function shiftOf(place: number, length: number): string {
  if (place === 0) return ''
  return place === length - 1 ? '-translate-x-full' : '-translate-x-1/2'
}

const percent = (share: number): string => `${share * 100}%`
