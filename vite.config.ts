import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
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
                // Without the typed client, which the home page does not need.
                { name: 'shop', minShareCount: 12, test: /^(?!.*(\/hono\/|\/typed-client\.ts))/ },
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
              // Libraries choose what they have for Node, as the sign-in service does for its password hashes.
              conditions: ['node'],
              noExternal: true,
              external: ['better-sqlite3', 'nodemailer', 'oidc-provider', 'pg', 'pino', 'prom-client'],
            }
          : {},
      build: { rolldownOptions: { input: 'server.ts' } },
    },
  },
}))
