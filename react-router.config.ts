import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The shop has few routes: sending all of them at first is cheaper than a request for each.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
