import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import stylesheet from './app.css?url'

// The page came with the styles of what it shows; what comes later needs the rest.
if (import.meta.env.PROD) {
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
