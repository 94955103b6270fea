import { MINIMUM_ORDER_PIECES } from '#features/pricing/quantity-terms.ts'
import { texts } from '#kit/texts.ts'
import type { Texts } from './schema.ts'

/**
 * The texts until an admin changes them. Those that the specification quotes are literal, mistakes included; each is written
 * only here.
 */
export const ORIGINAL_TEXTS: Texts = {
  heroHeading: 'Healthy Food',
  heroText: 'Grow your strength',
  heroSummary:
    'Machine parts by the hundred, straight from the maker: every price per piece, every stock to the piece, every part drawn to its measures.',
  heroMore: 'Read More',
  heroMoreTarget: '/',
  welcomeHeading: 'Welcome',
  welcomeText:
    'I made this shop for people who build and mend machines and know what they need: the standard, the size, the material. The price per piece is the price you pay, the stock is counted to the piece, and what you order is set aside for you until it is paid.',
  productsHeading: 'Featured Products',
  testimonialsHeading: 'TESTIMONIAL',
  skillsHeading: 'Skills',
  skillsLead: 'What the author of this shop works with, by own estimate.',
  skills: [
    { name: 'HTML', percent: 95 },
    { name: 'CSS', percent: 90 },
    { name: 'JavaScript', percent: 90 },
    { name: 'PHP', percent: 60 },
    { name: 'React', percent: 85 },
    { name: 'Express', percent: 80 },
  ],
  numbersHeading: 'The shop in numbers',
  numbers: [
    { label: 'Customers', number: 120, unit: 'M', suffix: '+' },
    { label: 'Annual revenue', number: 33, unit: 'K', suffix: '+' },
    { label: 'Reviews', number: 100, unit: '', suffix: '' },
    { label: 'Served', number: 100, unit: '', suffix: '+' },
  ],
  portfolioHeading: 'Portfolio',
  portfolioLead: 'Who developed this shop, and three of its projects.',
  portfolioName: texts.brand,
  portfolioRole: 'Web developer',
  portfolioText:
    'We sell machine parts and develop the shop that sells them: the catalogue, the cart, the papers and the interface for other programs. What we care for is that a number on a page is right: the size on the drawing, the price of a piece, the stock to the piece. Write to us about a part, an order or the interface.',
  portfolioFirst: 'Parts catalogue',
  portfolioFirstTarget: '/parts',
  portfolioFirstText: 'Every part of this shop with its drawing, sizes and prices, to filter and to compare.',
  portfolioSecond: 'Lists and quotes',
  portfolioSecondTarget: '/cart',
  portfolioSecondText:
    'Reads a pasted list of part numbers and says what it costs and what is wrong with it.',
  portfolioThird: 'Open interface',
  portfolioThirdTarget: '/api/docs',
  portfolioThirdText: 'Everything that the pages of this shop do, as calls for other programs.',
  termsHeading: 'Terms',
  termsLead: 'What you and the shop can expect of each other, in short.',
  termsText: `# Your account

Give your own name and an address whose mails you read. Keep your password to yourself: what is done with it counts as done by you.

# Orders

A part is sold from ${MINIMUM_ORDER_PIECES} pieces up, at the price per piece shown when you order. The total is price times quantity, rounded to the cent, half a cent up. Placing an order sets the pieces aside for you.

# Payment

Orders are paid by card, each by itself. Card numbers go to the payment provider and never to this shop. An order that stays unpaid until its hold ends is cancelled, and its pieces are for sale again. Until you confirm your e-mail address, an order is held for an hour at most.

# Cancelling

You can cancel an order yourself as long as it is unpaid. A payment that arrives for a cancelled order is sent back.

# Your data

The shop keeps what an order needs: name, e-mail, phone, address and what was ordered. In your browser it keeps the sign-in and, until you sign out or close the tab, what you typed into an order. It gives your data to nobody but the payment provider.`,
  privacyHeading: 'Privacy',
  privacyLead: '',
  privacyText: '',
  returnsHeading: 'Returns',
  returnsLead: '',
  returnsText: '',
  imprintHeading: 'Imprint',
  imprintText: '',
}
