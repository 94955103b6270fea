/** The content of the portfolio: placeholders of this shop, to be replaced by your own. */
export const portfolio = {
  name: 'The developer of this shop',
  designation: 'Web developer',
  about:
    'Placeholder: here the developer of this parts shop writes a few sentences about what they build, what they care for, and how to reach them.',
  details: [
    { label: 'Name', value: '[the developer’s name]' },
    { label: 'Email', value: '[the developer’s e-mail]' },
    { label: 'Phone', value: '[the developer’s phone]' },
    { label: 'Town', value: '[the developer’s town]' },
  ],
  technologies: ['HTML', 'CSS', 'JavaScript', 'React', 'Express', 'PHP'],
  projects: [
    {
      name: 'Parts catalogue',
      href: '/parts',
      description: 'Every part of this shop with its drawing, sizes and prices, to filter and to compare.',
    },
    {
      name: 'Lists and quotes',
      href: '/cart',
      description: 'Reads a pasted list of part numbers and says what it costs and what is wrong with it.',
    },
    {
      name: 'Open interface',
      href: '/api/docs',
      description: 'Everything that the pages of this shop do, as calls for other programs.',
    },
  ],
} as const
