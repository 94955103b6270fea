import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { ChevronIcon } from '#kit/ui/mark/icons.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout, Section } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { portfolio } from '../content/portfolio.ts'
import type { Route } from './+types/portfolio.ts'

export const handle = { publicCache: { parameters: [] } } satisfies PublicPageHandle

const LEAD = 'Who made this shop, and three of its projects.'

export const meta: Route.MetaFunction = (page) => publicMeta({ title: 'Portfolio', description: LEAD }, page)

export default function Portfolio() {
  const { name, designation, about, details, technologies, projects } = portfolio
  return (
    <PageLayout>
      <PageHeading title="Portfolio" lead={LEAD} />
      <div className="grid gap-6 md:grid-cols-2 md:gap-12">
        <Section title={name} lead={designation}>
          <p className="max-w-prose">{about}</p>
          <h3 className="mt-6 mb-2">Works with</h3>
          <ul className="flex flex-wrap gap-2">
            {technologies.map((technology) => (
              <li key={technology} className="rounded border border-line px-2 py-1 text-sm">
                {technology}
              </li>
            ))}
          </ul>
        </Section>
        <Section title="Personal details">
          <dl>
            {details.map(({ label, value }) => (
              <div key={label} className="flex justify-between gap-6 border-line border-t py-2 last:border-b">
                <dt className="text-muted">{label}</dt>
                <dd className="text-end">{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
      <Section title="Projects">
        <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
          {projects.map((project) => (
            <li
              key={project.href}
              className="relative rounded border border-line p-4 transition-colors hover:border-edge md:p-6"
            >
              <h3>
                <a
                  href={project.href}
                  className="inline-flex items-center gap-2 after:absolute after:inset-0 after:rounded"
                >
                  {project.name}
                  <ChevronIcon />
                </a>
              </h3>
              <p className="mt-2 text-muted">{project.description}</p>
            </li>
          ))}
        </ul>
      </Section>
    </PageLayout>
  )
}
