/** Sample testimonials for the demo shop, not written by customers. */
export const demoTestimonials: readonly { comment: string; rating: number; name: string }[] = [
  {
    comment:
      'We order our screws by the ten thousand. The price per piece is clear before the order, and the total on the invoice was the same to the cent.',
    rating: 5,
    name: 'Sample customer 1',
  },
  {
    comment:
      'The drawings show the measures we need to check before buying, so nobody here had to search for a data sheet.',
    rating: 4.5,
    name: 'Sample customer 2',
  },
  {
    comment:
      'Bearings came in trays, counted and labelled with the part number. Goods inward took ten minutes.',
    rating: 5,
    name: 'Sample customer 3',
  },
  {
    comment:
      'Good stock figures: what the page said was there was shipped in one parcel. A choice of carriers would be welcome.',
    rating: 4,
    name: 'Sample customer 4',
  },
  {
    comment:
      'Minimum of 100 pieces is fine for our assembly line, a little much for the repair shop next door. Quality has been even so far.',
    rating: 3.5,
    name: 'Sample customer 5',
  },
  {
    comment:
      'Retaining rings and split pins in one order, paid by card, shipped two days later. I could follow the status the whole time.',
    rating: 4.5,
    name: 'Sample customer 6',
  },
  {
    comment:
      'I placed the wrong quantity, cancelled it myself before paying and ordered again. No mail, no phone call.',
    rating: 5,
    name: 'Sample customer 7',
  },
  {
    comment: 'O-rings in the right hardness and all from one batch, which is what our test bench asks for.',
    rating: 4,
    name: 'Sample customer 8',
  },
  {
    comment:
      'Prices in fractions of a cent made our costing easy: 5,000 washers, one line, no surprise when the total was rounded.',
    rating: 4.5,
    name: 'Sample customer 9',
  },
  {
    comment:
      'Springs matched the stated rate when we measured them. The search finds parts by their DIN number, as it should.',
    rating: 5,
    name: 'Sample customer 10',
  },
]
