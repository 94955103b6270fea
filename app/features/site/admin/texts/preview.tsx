import type { ReactNode } from 'react'
import { HeroWords } from '../../home/hero-words.tsx'
import { Numbers } from '../../home/numbers.tsx'
import { Skills } from '../../home/skills.tsx'
import { Welcome } from '../../home/welcome.tsx'
import { SellerFacts } from '../../imprint/seller-facts.tsx'
import { PortfolioView } from '../../portfolio/portfolio-view.tsx'
import type { TextPage } from '../../texts/limits.ts'
import type { Texts } from '../../texts/schema.ts'
import { readText } from '../../written/read-text.ts'
import { WrittenText } from '../../written/written-text.tsx'
import type { PreviewSeller } from './preview-seller.ts'

type PreviewProps = { page: TextPage; texts: Texts; seller: PreviewSeller }

/** The page with the texts as they are typed, by its own components. Nothing in it can be clicked. */
export function Preview({ page, texts, seller }: PreviewProps) {
  return (
    <section aria-labelledby="preview" className="min-w-0">
      <h2 id="preview" className="mb-1 text-lg">
        Preview
      </h2>
      <p className="mb-4 text-muted text-sm">
        {`As it is here, before it is saved.${page === 'imprint' ? ' The page writes the address as its country does.' : ''}`}
      </p>
      <div
        inert
        className="grid grid-cols-1 gap-8 rounded border border-line p-4 md:p-6 [&_.numbers]:grid-cols-2!"
      >
        {page === 'home' && <HomePreview texts={texts} />}
        {page === 'portfolio' && (
          <Article title={texts.portfolioHeading} lead={texts.portfolioLead}>
            <PortfolioView texts={texts} seller={seller} isNarrow />
          </Article>
        )}
        {(page === 'terms' || page === 'privacy' || page === 'returns') && (
          <Article title={texts[`${page}Heading`]} lead={texts[`${page}Lead`]}>
            <WrittenText blocks={readText(texts[`${page}Text`])} />
          </Article>
        )}
        {page === 'imprint' && (
          <Article title={texts.imprintHeading}>
            <SellerFacts seller={seller} />
            <WrittenText blocks={readText(texts.imprintText)} />
          </Article>
        )}
      </div>
    </section>
  )
}

/** A row of a list is shown once it has a number. */
const HomePreview = ({ texts }: { texts: Texts }) => (
  <>
    <div className="rounded border border-line">
      <HeroWords texts={texts} heading="p" />
    </div>
    <Welcome title={texts.welcomeHeading} text={texts.welcomeText} />
    <Heading text={texts.productsHeading} />
    <Heading text={texts.testimonialsHeading} />
    <Skills
      title={texts.skillsHeading}
      lead={texts.skillsLead}
      skills={texts.skills.filter(({ percent }) => !Number.isNaN(percent))}
    />
    <Numbers
      title={texts.numbersHeading}
      numbers={texts.numbers.filter(({ number }) => !Number.isNaN(number))}
    />
  </>
)

/** That of a section whose content is not a text. */
const Heading = ({ text }: { text: string }) => <p className="font-semibold text-lg wrap-anywhere">{text}</p>

const Article = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <>
    <div>
      <p className="font-semibold text-2xl wrap-anywhere">{title}</p>
      {lead && <p className="mt-1 text-muted">{lead}</p>}
    </div>
    {children}
  </>
)
