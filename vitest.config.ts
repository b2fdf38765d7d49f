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

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          testTimeout: 30_000,
          environment: 'node',
          include: ['lib/**/*.test.ts', 'scripts/**/*.test.ts', 'components/**/*.test.ts'],
          exclude: onDatabase,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'operations',
          environment: 'node',
          include: onDatabase,
          globalSetup: ['scripts/testing/operations-database.ts'],
          setupFiles: ['lib/operations/testing/setup-worker.ts'],
          pool: 'forks',
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
