import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')
const alias = [
  // Outside of Next nobody can be signed in.
  { find: /^@\/lib\/auth$/, replacement: `${root}/lib/operations/testing/no-session.ts` },
  { find: '@', replacement: root },
]
const onDatabase = [
  'lib/operations/**/*.test.ts',
  'lib/db/**/*.test.ts',
  'lib/http/**/*.db.test.ts',
  'lib/mcp/**/*.db.test.ts',
  'prisma/**/*.test.ts',
]

// Importing dependencies costs more than most test files take, so workers keep modules between files, and a file spies on a module
// (`vi.spyOn`) instead of mocking it, which would load all of them again. Projects do not inherit `isolate` from the root.
export default defineConfig({
  test: {
    passWithNoTests: false,
    // Database tests spend part of their time waiting.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          environment: 'node',
          include: ['lib/**/*.test.ts', 'scripts/**/*.test.ts', 'components/**/*.test.ts'],
          exclude: onDatabase,
          setupFiles: ['scripts/testing/property-seed.ts', 'scripts/testing/unit-worker.ts'],
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
          setupFiles: ['scripts/testing/property-seed.ts', 'lib/operations/testing/setup-worker.ts'],
          pool: 'forks',
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
