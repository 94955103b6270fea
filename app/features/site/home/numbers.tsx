import { useEffect, useRef, useState } from 'react'
import { formatCount } from '#kit/text/count-text.ts'
import { Section } from '#kit/ui/page/page-layout.tsx'
import type { Statistic } from '../texts/schema.ts'

const COUNTING_MS = 1000

type NumbersProps = { title: string; numbers: readonly Statistic[] }

/** The shop's statistics; they count up once, when they become visible. */
export function Numbers({ title, numbers }: NumbersProps) {
  return (
    <Section id="numbers" title={title}>
      <dl className="facts numbers">
        {numbers.map(({ label, number, unit, suffix }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two can have one label.
          <div key={place}>
            <dt>{label}</dt>
            <dd>
              <CountUp key={number} to={number} />
              {unit && ` ${unit}`}
              {suffix}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** The server renders the final number; it counts up unless reduced motion is preferred. */
function CountUp({ to }: { to: number }) {
  const [shown, setShown] = useState(to)
  const span = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const element = span.current
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let frame = 0
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      const startMs = performance.now()
      const count = () => {
        const progress = Math.min(1, (performance.now() - startMs) / COUNTING_MS)
        setShown(Math.round(to * progress))
        if (progress < 1) frame = requestAnimationFrame(count)
      }
      count()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      setShown(to)
    }
  }, [to])

  return <span ref={span}>{formatCount(shown)}</span>
}
