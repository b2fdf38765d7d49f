import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { applyMigrations } from '@/lib/db/migrate'
import { generateClient } from './provision/generate-client'
import { discardPostgres, startPostgres } from './provision/postgres'
import { print, Refusal, runTask, step } from './provision/progress'

/** `npm run check:backup -- <file>`: restores a backup on a temporary server, and verifies its audit logs. */
runTask(async () => {
  const file = process.argv[2]
  if (!file) throw new Refusal('Usage: npm run check:backup -- <file>')
  if (!existsSync(file)) throw new Refusal(`${file}: there is no such file`)
  generateClient()
  const { getDb } = await import('@/lib/db/client')
  const { withLongQueries } = await import('@/lib/db/query-limits')
  const { checkEveryLog } = await import('@/lib/operations/audit-log/verify')
  const { restoreDatabase } = await import('@/lib/operations/backup/restore')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'veritas-check-'))
  // As root, the server runs as another user.
  chmodSync(dataDir, 0o755)
  const server = await step('Temporary database', () => startPostgres(dataDir, { isDurable: false }))
  try {
    process.env.DATABASE_URL = server.url
    await step('Migrations', async () => void (await applyMigrations(server.url)))
    await step('Restore', async (remark) => {
      const { tables, rows } = await restoreDatabase({ url: server.url, file }).catch((error) => {
        const words = error instanceof Error ? error.message : String(error)
        throw new Refusal(words.startsWith(file) ? words : `${file}: ${words}`)
      })
      remark(`${rows.toLocaleString('en')} rows in ${tables} tables`)
    })
    await step('Audit logs', async (remark) => {
      const { projects, faults } = await withLongQueries(() => checkEveryLog(getDb()))
      if (faults.length > 0) throw new Refusal(faults.join('\n'))
      remark(`${projects} whole`)
    })
    await getDb().$disconnect()
  } finally {
    await discardPostgres(dataDir, server)
  }
  print(`${file} can be restored.`)
  return 0
})
