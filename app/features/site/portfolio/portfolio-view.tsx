import type { ShownSeller } from '#features/settings/schema.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { ChevronIcon } from '#kit/ui/mark/icons.tsx'
import type { Texts } from '../texts/schema.ts'

/** The texts of the portfolio; the skills are those of the home page. */
export type PortfolioTexts = Pick<Texts, Extract<keyof Texts, `portfolio${string}`> | 'skills'>

/** Those of all texts that the portfolio shows, since its visitors load them. */
export const portfolioTexts = (texts: Texts): PortfolioTexts =>
  Object.fromEntries(
    Object.entries(texts).filter(([name]) => name.startsWith('portfolio') || name === 'skills'),
  ) as PortfolioTexts

/** How to reach the seller of the settings. */
export type PortfolioSeller = Pick<ShownSeller, 'email' | 'phone'> & { readonly town?: string | undefined }

type PortfolioViewProps = {
  texts: PortfolioTexts
  seller: PortfolioSeller
  /** The columns of the preview are one below the other. */
  isNarrow?: boolean
}

/** Who developed the shop, what they work with, how to reach them, and three projects. */
export function PortfolioView({ texts, seller, isNarrow = false }: PortfolioViewProps) {
  const details = [
    { label: 'Name', value: texts.portfolioName },
    { label: 'Designation', value: texts.portfolioRole },
    { label: 'Email', value: seller.email },
    { label: 'Phone', value: seller.phone },
    { label: 'Town', value: seller.town },
  ]
  return (
    <>
      <div className={classNames('grid gap-6', !isNarrow && 'md:grid-cols-2 md:gap-12')}>
        <section>
          <h2 className="wrap-anywhere">{texts.portfolioName}</h2>
          <p className="mt-4 max-w-prose whitespace-pre-line wrap-anywhere">{texts.portfolioText}</p>
          <h3 className="mt-6 mb-2">Works with</h3>
          <ul className="flex flex-wrap gap-2">
            {texts.skills.map(({ name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list can have a name twice.
              <li key={index} className="rounded border border-line px-2 py-1 text-sm wrap-anywhere">
                {name}
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>Personal details</h2>
          <dl className="mt-4">
            {details
              .filter(({ value }) => value)
              .map(({ label, value }) => (
                <div
                  key={label}
                  className="flex justify-between gap-6 border-line border-t py-2 last:border-b"
                >
                  <dt className="text-muted">{label}</dt>
                  <dd className="min-w-0 text-end wrap-anywhere">{value}</dd>
                </div>
              ))}
          </dl>
        </section>
      </div>
      <section>
        <h2 className="mb-4">Projects</h2>
        <ul className={classNames('grid gap-4', !isNarrow && 'md:grid-cols-3 md:gap-6')}>
          {projectsOf(texts).map(({ name, target, text }, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no other key.
              key={index}
              className="relative rounded border border-line p-4 transition-colors hover:border-edge md:p-6"
            >
              <h3>
                <a
                  href={target}
                  className="inline-flex items-center gap-2 wrap-anywhere after:absolute after:inset-0 after:rounded"
                >
                  {name}
                  <ChevronIcon />
                </a>
              </h3>
              <p className="mt-2 text-muted wrap-anywhere">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

const projectsOf = (texts: PortfolioTexts) => [
  {
    name: texts.portfolioFirst,
    target: texts.portfolioFirstTarget,
    text: texts.portfolioFirstText,
  },
  {
    name: texts.portfolioSecond,
    target: texts.portfolioSecondTarget,
    text: texts.portfolioSecondText,
  },
  {
    name: texts.portfolioThird,
    target: texts.portfolioThirdTarget,
    text: texts.portfolioThirdText,
  },
]
