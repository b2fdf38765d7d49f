import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import './scripts/testing/native.mjs'

const onDatabase = [
  'lib/operations/**/*.test.ts',
  'lib/db/**/*.test.ts',
  'lib/http/**/*.db.test.ts',
  'lib/mcp/**/*.db.test.ts',
  'prisma/**/*.test.ts',
]

// Node imports the tests itself: Vite would transform each module anew, and read every import through a getter. What tests allocate is gone
// with them, so a larger young generation is collected less often.
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: [
    '--max-semi-space-size=32',
    '--import',
    fileURLToPath(new URL('scripts/testing/native.mjs', import.meta.url)),
  ],
}

// Importing dependencies costs more than most test files take, so workers keep modules between files. Modules are not mocked, and what a
// module exports cannot be replaced: a test spies on an object. Projects do not inherit `isolate` from the root.
export default defineConfig({
  test: {
    passWithNoTests: false,
    // Database tests spend part of their time waiting.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          ...native,
          isolate: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          environment: 'node',
          include: ['lib/**/*.test.ts', 'scripts/**/*.test.ts', 'components/**/*.test.ts'],
          exclude: onDatabase,
          setupFiles: ['scripts/testing/property-seed.ts', 'scripts/testing/unit-worker.ts'],
        },
      },
      {
        test: {
          name: 'operations',
          ...native,
          isolate: false,
          environment: 'node',
          include: onDatabase,
          globalSetup: ['scripts/testing/operations-database.ts'],
          setupFiles: ['scripts/testing/property-seed.ts', 'lib/operations/testing/setup-worker.ts'],
          pool: 'forks',
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
