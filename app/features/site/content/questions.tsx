import type { ReactNode } from 'react'

export type Question = { id: string; question: string; answer: ReactNode }

/** Long lines scroll, also by the keyboard. */
function Code({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be reachable by the keyboard.
    <pre tabIndex={0} className="overflow-x-auto rounded bg-sunken p-4">
      <code>{children}</code>
    </pre>
  )
}

/** The questions and answers of the blog; each is linked by its id. */
export const questions: Question[] = [
  {
    id: 'react-performance',
    question: 'How can you improve the performance of a React application?',
    answer: (
      <>
        <p>
          Measure first: the profiler of React’s developer tools shows which components render, how often and
          why. Most applications gain more from rendering less than from rendering faster.
        </p>
        <ul>
          <li>
            Keep state close to where it is used. A change renders the component that holds it and all below,
            so state that lives too high renders too much.
          </li>
          <li>
            Pass content as <code>children</code>. An element made outside stays the same object and is
            skipped when only the state around it changes.
          </li>
          <li>
            Give list items a stable <code>key</code>, an id and not the index, and render only the visible
            part of very long lists.
          </li>
          <li>
            Use <code>memo</code>, <code>useMemo</code> and <code>useCallback</code> where the profiler shows
            an expensive render with the same inputs; they cost memory and comparisons everywhere else.
          </li>
          <li>
            Send less: load routes and heavy widgets with <code>lazy</code>, render the first page on the
            server, give images their size and let those below the fold load late.
          </li>
          <li>
            Mark slow updates with <code>useTransition</code> or <code>useDeferredValue</code>, so that typing
            stays quick while the list behind it catches up.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'managing-state',
    question: 'What are the ways to manage state in a React application?',
    answer: (
      <>
        <p>It depends on what kind of state it is, and most applications have all of these:</p>
        <ul>
          <li>
            <strong>Local state</strong> with <code>useState</code>, or <code>useReducer</code> when several
            values change together by clear rules.
          </li>
          <li>
            <strong>Shared state</strong> is lifted to the nearest common parent and passed down as props, or
            handed out by a context when many levels lie between. A context suits what changes rarely, such as
            the theme or the signed-in user, because every reader renders when it changes.
          </li>
          <li>
            <strong>The address</strong> holds what should survive a reload and be shared as a link: search
            words, filters, the page of a list.
          </li>
          <li>
            <strong>Server state</strong> is a copy of data that lives elsewhere and grows old. The loaders of
            a router or a library such as TanStack Query fetch, keep and renew it.
          </li>
          <li>
            <strong>Global client state</strong> that changes often goes into a store outside of React, such
            as Redux Toolkit or Zustand; components read slices of it through{' '}
            <code>useSyncExternalStore</code> and render only when their slice changes.
          </li>
        </ul>
        <p>What can be computed from props and other state should not be state at all.</p>
      </>
    ),
  },
  {
    id: 'prototypal-inheritance',
    question: 'How does prototypal inheritance work?',
    answer: (
      <>
        <p>
          Every JavaScript object has a hidden link to another object, its prototype, or to <code>null</code>.
          Reading a property looks at the object itself first, then at its prototype, then at that one’s
          prototype, until the property is found or the chain ends; then the answer is <code>undefined</code>.
          Writing does not climb the chain: it creates or changes the property on the object itself, unless a
          setter is found on the way.
        </p>
        <Code>{`const part = {
  unit: 'piece',
  label() { return this.name + ' per ' + this.unit },
}
const screw = Object.create(part)
screw.name = 'Screw M8'

screw.label()                          // 'Screw M8 per piece'
Object.getPrototypeOf(screw) === part  // true
Object.hasOwn(screw, 'unit')           // false: it is inherited`}</Code>
        <p>
          A method found on the chain runs with <code>this</code> set to the object it was called on, which is
          why one method on a prototype serves all objects that link to it. A <code>class</code> is a clearer
          way to write the same: its methods are put on <code>Screw.prototype</code>, <code>new Screw()</code>{' '}
          links the new object to it, and <code>extends</code> links one prototype to the next.
        </p>
      </>
    ),
  },
  {
    id: 'setting-state',
    question: 'Why do you not set the state directly in React?',
    answer: (
      <>
        <p>
          Because React would not know. Calling the setter does two things: it keeps the new value for the
          next render, and it asks for that render. An assignment such as <code>products = newProducts</code>{' '}
          changes a variable of one call of the component, and the page stays as it was.
        </p>
        <Code>{`const [products, setProducts] = useState([])

products.push(product)                          // nothing is rendered
setProducts((before) => [...before, product])   // rendered, from the newest state`}</Code>
        <p>
          Changing the object in place is no better, even when the setter is called after it. React compares
          the old and the new value with <code>Object.is</code>: the same array with other contents is the
          same value, so the update is skipped, and memoised components and effects miss it too. A new array
          or object makes the change visible, and the old one stays what it was for the render that still
          shows it. When the new value builds on the old one, pass a function, so that several updates in a
          row all count.
        </p>
      </>
    ),
  },
  {
    id: 'searching-products',
    question: 'You have an array of products. How do you search them by name?',
    answer: (
      <>
        <p>
          <code>filter</code> gives every product that fits, <code>find</code> only the first. Compare in one
          case, and let each word of the search be found anywhere in the name:
        </p>
        <Code>{`function searchByName(products, search) {
  const words = search.toLowerCase().split(/\\s+/).filter(Boolean)
  return products.filter((product) => {
    const name = product.name.toLowerCase()
    return words.every((word) => name.includes(word))
  })
}

searchByName(products, 'm8 screw')   // 'Hexagon head screw M8 × 40', …`}</Code>
        <p>
          An empty search has no words, and <code>every</code> of nothing is true, so all products are shown:
          what a visitor expects. This looks at each product once, which is quick for some thousands. For
          more, let the database search and send back only the page that is shown, as the search of this shop
          does.
        </p>
      </>
    ),
  },
  {
    id: 'unit-tests',
    question: 'What is a unit test, and why should you write unit tests?',
    answer: (
      <>
        <p>
          A unit test runs one small piece of a program, a function or a component, by itself, with chosen
          inputs, and compares what comes out with what should. It needs no network, no browser and no
          waiting, so hundreds of them run in seconds.
        </p>
        <Code>{`test('half a cent is rounded up', () => {
  expect(totalCents(1_005, 10)).toBe(101)   // $0.1005 × 10 = $1.005
})`}</Code>
        <ul>
          <li>A mistake shows within seconds of being made, and the failing test says where.</li>
          <li>Code can be changed without fear: what worked before is checked each time.</li>
          <li>
            The tests say what the code promises, edge cases included, and cannot go out of date unnoticed.
          </li>
          <li>What is hard to test is usually tangled; writing the test shows it early.</li>
        </ul>
        <p>
          Unit tests do not show that the pieces work together. A few tests of whole paths, through the real
          database and a real browser, belong beside them.
        </p>
      </>
    ),
  },
]
