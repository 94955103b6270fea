/** The content of the portfolio: placeholders, to be replaced by your own. */
export const portfolio = {
  name: 'Your Name',
  designation: 'Web developer',
  about:
    'A few sentences about yourself: what you build, what you care for, and what you would like to do next.',
  details: [
    { label: 'Email', value: 'you@example.com' },
    { label: 'Phone', value: '+00 000 000000' },
    { label: 'Town', value: 'Your town' },
    { label: 'Education', value: 'Your degree, your school' },
  ],
  technologies: ['HTML', 'CSS', 'JavaScript', 'React', 'Express', 'PHP'],
  projects: [
    {
      name: 'Project one',
      href: 'https://example.com/project-one',
      description: 'One sentence about what it does and for whom.',
    },
    {
      name: 'Project two',
      href: 'https://example.com/project-two',
      description: 'One sentence about the hardest part of it.',
    },
    {
      name: 'Project three',
      href: 'https://example.com/project-three',
      description: 'One sentence about what you learned from it.',
    },
  ],
} as const
