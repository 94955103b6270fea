import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), leaveOutUnused(), signalWithoutTraces()],
  // Files stay files: the content security policy allows no data addresses.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Few files: over a slow line each one more costs a wait, and together they compress better.
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\// },
                { name: 'shop', minShareCount: 8 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // The shop and its libraries in one piece: finding and linking 1,300 modules takes half a start. Left out is
      // what has machine code or is written for `require`, and what few starts load.
      resolve:
        command === 'build'
          ? {
              noExternal: true,
              external: ['better-sqlite3', 'nodemailer', 'oidc-provider', 'pg', 'pino', 'prom-client'],
            }
          : {},
      build: { rolldownOptions: { input: 'server.ts' } },
    },
  },
}))

/**
 * Empties the parts of React Router that only `routeDiscovery: 'lazy'` and `instrumentations` would bring to life:
 * the browser loads 5 kB less.
 */
function leaveOutUnused(): Plugin {
  const parts =
    /\/react-router\/dist\/production\/lib\/(dom\/ssr\/(route-discovery|fog-of-war)|router\/instrumentation)\.js$/
  return changeForBrowsers('leave-out-unused', parts, (code) =>
    code
      .match(/export \{ (.+) \};?\s*$/)?.[1]
      ?.split(', ')
      .map((name) => `export const ${name} = () => undefined`)
      .join('\n'),
  )
}

/**
 * React DOM makes five errors as it starts and throws them to itself as signals. An error notes where it was made when
 * the browser is being looked into, by DevTools, Lighthouse or a test: V8 then parses the whole of React DOM again,
 * 30 to 50 ms on a phone. Signals need a message only.
 */
function signalWithoutTraces(): Plugin {
  const signals = /(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g
  return changeForBrowsers('signal-without-traces', /\/react-dom-client\.production\.js$/, (code) =>
    code.match(signals)?.length === 5
      ? code.replaceAll(signals, '$1Object.create(Error.prototype, { message: { value: $2 } })')
      : undefined,
  )
}

/** Changes files of a library in what browsers load; one that has become another, so that `change` gives nothing, ends the build. */
function changeForBrowsers(
  name: string,
  files: RegExp,
  change: (code: string) => string | undefined,
): Plugin {
  return {
    name,
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: files },
      handler(code, id) {
        const changed = change(code)
        if (changed === undefined) throw new Error(`${id} has become another: see ${name} in vite.config.ts`)
        return changed
      },
    },
  }
}
