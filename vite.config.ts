import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), leaveOutUnused()],
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
