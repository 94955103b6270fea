import { useId } from 'react'
import { Section } from '#kit/ui/page/page-layout.tsx'
import type { Skill as SkillLevel } from '../texts/schema.ts'

type SkillsProps = { title: string; lead: string; skills: readonly SkillLevel[] }

/** What the author works with, each with an estimate in percent. */
export function Skills({ title, lead, skills }: SkillsProps) {
  return (
    <Section id="skills" title={title} lead={lead}>
      <ul className="grid gap-x-12 gap-y-4 md:grid-cols-2">
        {skills.map((skill, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two can have one name.
          <Skill key={place} {...skill} />
        ))}
      </ul>
    </Section>
  )
}

function Skill({ name, percent }: SkillLevel) {
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
