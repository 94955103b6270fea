import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { MORE_STYLES_FOLLOW } from '#kit/server/used-styles.ts'
import stylesheet from './app.css?url'

// A page that came with the styles of what it shows needs the rest for what comes later.
if (document.querySelector('style')?.textContent.endsWith(MORE_STYLES_FOLLOW)) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: stylesheet }))
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
