import { readFileSync } from 'node:fs'
import { afterAll, expect, inject, vi } from 'vitest'
import { createTestDatabase } from './database'
import { endProcessState, forgetModulesOf, freshProcessState } from './process-state'

// Test files share a process and its loaded modules. Each starts as in a new process, with its own migrated, empty database,
// before anything that reads the environment is imported.
const file = expect.getState().testPath
if (forgetModulesOf(file ? readFileSync(file, 'utf8') : '')) vi.resetModules()
freshProcessState()
process.env.DATABASE_URL = await createTestDatabase(
  inject('databaseServerUrl'),
  inject('databaseRun'),
  process.env.VITEST_POOL_ID ?? '1',
)
process.env.AUTH_SECRET = 'a-secret-that-only-the-tests-know-0000'
process.env.LOG_LEVEL = 'silent'

afterAll(endProcessState)
