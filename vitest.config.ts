import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }
const onDatabase = [
  'lib/operations/**/*.test.ts',
  'lib/db/**/*.test.ts',
  'lib/http/**/*.db.test.ts',
  'lib/mcp/**/*.db.test.ts',
  'prisma/**/*.test.ts',
]

// Loading what a file imports costs more than most files: a worker keeps it from one file to the next. A project does not take
// `isolate` over from the whole.
export default defineConfig({
  test: {
    passWithNoTests: false,
    // What works on a database waits for it now and then.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          environment: 'node',
          include: ['lib/**/*.test.ts', 'scripts/**/*.test.ts', 'components/**/*.test.ts'],
          exclude: onDatabase,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'operations',
          isolate: false,
          environment: 'node',
          include: onDatabase,
          globalSetup: ['scripts/testing/operations-database.ts'],
          setupFiles: ['lib/operations/testing/setup-worker.ts'],
          pool: 'forks',
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
