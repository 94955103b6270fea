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
  return {
    name: 'leave-out-unused',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: parts },
      handler(code) {
        const names = code.match(/export \{ (.+) \};?\s*$/)?.[1]
        if (!names) throw new Error('React Router exports differently: see leaveOutUnused in vite.config.ts')
        return names
          .split(', ')
          .map((name) => `export const ${name} = () => undefined`)
          .join('\n')
      },
    },
  }
}

/**
 * React DOM makes five errors as it starts and throws them to itself as signals. An error notes where it was made when
 * the browser is being looked into, by DevTools, Lighthouse or a test: V8 then parses the whole of React DOM again,
 * 30 to 50 ms on a phone. Signals need a message only.
 */
function signalWithoutTraces(): Plugin {
  const signals = /(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g
  return {
    name: 'signal-without-traces',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/react-dom-client\.production\.js$/ },
      handler(code) {
        if (code.match(signals)?.length !== 5)
          throw new Error('React DOM signals differently: see signalWithoutTraces in vite.config.ts')
        return code.replaceAll(signals, '$1Object.create(Error.prototype, { message: { value: $2 } })')
      },
    },
  }
}
