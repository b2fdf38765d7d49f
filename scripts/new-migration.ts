import { tmpdir } from 'node:os'
import path from 'node:path'
import { applyMigrations } from '@/lib/db/migrate'
import { describeSchemaChanges, listMigrationNames, writeMigration } from '@/lib/db/schema-engine'
import { discardPostgres, startPostgres } from './provision/postgres'
import { print, Refusal, runTask, step } from './provision/progress'

/** Writes the migration from the schema as last migrated to prisma/schema.prisma, and tries it on an empty database. */
runTask(async () => {
  const name = process.argv[2]
  if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) throw new Refusal('Usage: npm run migrate:new -- <name_in_snake_case>')
  const dataDir = path.join(tmpdir(), `veritas-migration-${process.pid}`)
  const server = await step('Temporary database', () => startPostgres(dataDir, { isDurable: false }))
  try {
    const script = await describeSchemaChanges(server.url)
    if (!script) {
      print('prisma/schema.prisma matches the migrations: nothing to write.')
      return 0
    }
    const file = await writeMigration(`${nextStamp(await listMigrationNames())}_${name}`, script)
    print(`\n${script.trim()}\n\nWritten to ${file}. Add what the schema language cannot express, and commit it.`)
    await step('All migrations apply to an empty database', () => applyMigrations(server.url))
    return 0
  } finally {
    await discardPostgres(dataDir, server)
  }
})

/** The current time as yyyymmddhhmmss, or just after the newest migration if that is later: names are applied in order. */
function nextStamp(names: string[]) {
  const now = Number(new Date().toISOString().replace(/\D/g, '').slice(0, 14))
  const newest = Number(names.at(-1)?.slice(0, 14) ?? 0)
  return Math.max(now, newest + 1)
}
