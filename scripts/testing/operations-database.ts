import type { TestProject } from 'vitest/node'
import { createQueues } from '@/lib/operations/queue/enqueue'
import { createTemplate, dropTestDatabases, isCluster } from '@/lib/operations/testing/database'
import { discardPostgres, startPostgres } from '@/scripts/provision/postgres'
import { makeMemoryFolder } from './memory-folder'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerUrl: string
    /** Distinguishes this run's databases from those of other runs on the same server. */
    databaseRun: number
    /** Whether the server is the coordinator of a Citus cluster, and every database distributed. */
    isDistributed: boolean
  }
}

/**
 * Provides one server for all test files: the one of TEST_DATABASE_URL, else a temporary one. Its databases have the job queues from the
 * start, which take longer to create than most files run.
 */
export default async function setup(project: TestProject) {
  const run = process.pid
  project.provide('databaseRun', run)
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    await createTemplate(given, run, createQueues)
    project.provide('databaseServerUrl', given)
    project.provide('isDistributed', await isCluster(given))
    return () => dropTestDatabases(given, run)
  }
  project.provide('isDistributed', false)
  const dataDir = makeMemoryFolder()
  const server = await startPostgres(dataDir, { isDurable: false })
  const discard = () => discardPostgres(dataDir, server)
  try {
    await createTemplate(server.url, run, createQueues)
  } catch (error) {
    await discard()
    throw error
  }
  project.provide('databaseServerUrl', server.url)
  return discard
}
