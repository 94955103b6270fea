import { useEffect, useRef, useState } from 'react'
import { Section } from '#kit/ui/page/page-layout.tsx'

const COUNTING_MS = 1000

const NUMBERS = [
  { label: 'Customers', value: 120, unit: ' M+' },
  { label: 'Annual revenue', value: 33, unit: ' K+' },
  { label: 'Reviews', value: 100, unit: '' },
  { label: 'Served', value: 100, unit: '+' },
]

/** The shop's statistics; they count up once, when they become visible. */
export function Numbers() {
  return (
    <Section id="numbers" title="The shop in numbers">
      <dl className="facts numbers">
        {NUMBERS.map(({ label, value, unit }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <CountUp to={value} />
              {unit}
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

  return <span ref={span}>{shown}</span>
}
