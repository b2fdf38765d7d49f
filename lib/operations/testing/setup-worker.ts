import { inject } from 'vitest'
import { createTestDatabase } from './database'

// Before anything is imported that reads the environment: every test file gets an empty, migrated database of its own.
process.env.DATABASE_URL = await createTestDatabase(
  inject('databaseServerUrl'),
  inject('databaseRun'),
  process.env.VITEST_POOL_ID ?? '1',
)
process.env.AUTH_SECRET = 'a-secret-that-only-the-tests-know-0000'
process.env.LOG_LEVEL = 'silent'
