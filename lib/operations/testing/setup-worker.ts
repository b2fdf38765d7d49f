import { afterAll, inject } from 'vitest'
import { createTestDatabase } from './database'
import { endProcessState, freshProcessState } from './process-state'

// Test files share a process and its loaded modules. Each starts as in a new process, with its own migrated, empty database,
// before anything that reads the environment is imported.
const url = await createTestDatabase(
  inject('databaseServerUrl'),
  inject('databaseRun'),
  process.env.VITEST_POOL_ID ?? '1',
)
freshProcessState({
  DATABASE_URL: url,
  AUTH_SECRET: 'a-secret-that-only-the-tests-know-0000',
  LOG_LEVEL: 'silent',
})

afterAll(endProcessState)
