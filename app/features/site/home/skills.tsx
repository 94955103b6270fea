import { useId } from 'react'
import { Section } from '#kit/ui/page/page-layout.tsx'

/** The author's own estimate, in percent. */
const SKILLS = [
  { name: 'HTML', percent: 95 },
  { name: 'CSS', percent: 90 },
  { name: 'JavaScript', percent: 90 },
  { name: 'PHP', percent: 60 },
  { name: 'React', percent: 85 },
  { name: 'Express', percent: 80 },
]

export function Skills() {
  return (
    <Section id="skills" title="Skills" lead="What the author of this shop works with, by own estimate.">
      <ul className="grid gap-x-12 gap-y-4 md:grid-cols-2">
        {SKILLS.map((skill) => (
          <Skill key={skill.name} {...skill} />
        ))}
      </ul>
    </Section>
  )
}

function Skill({ name, percent }: { name: string; percent: number }) {
  const id = useId()
  return (
    <li>
      <p className="mb-1 flex justify-between gap-4 text-sm">
        <span id={id} className="font-medium">
          {name}
        </span>
        <span className="text-muted">{`${percent} %`}</span>
      </p>
      <progress aria-labelledby={id} value={percent} max={100} className="skill" />
    </li>
  )
}
