import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { ApiError } from '@/lib/api/api-error'
import { getEnv } from '@/lib/env'
import { formatPlural } from '@/lib/presentation/format/number'
import { EXIT, type ExitCode, UsageError } from '../exit-codes'
import type { Terminal } from '../terminal'

const BACKUP_HELP = `
The database is the one named by DATABASE_URL, else the desk's own, which has to run. The file holds everything but
the jobs under way, as of one moment, and is for its owner alone. What is sealed in it opens only with the
same AUTH_SECRET, which the desk keeps in its data folder where none is set: keep that too.`

const RESTORE_HELP = `
The database is the one named by DATABASE_URL, else the desk's own: move its data folder away, start it with
\`npm run db\`, restore, then start the desk. All is restored or nothing.`

const EXPORT_HELP = `
A gzipped tar of JSON lines: data/<table>/<part>.jsonl, a row of the table each, and manifest.json with the counts at its
end. Keys, passwords and the secrets of webhooks are left out. It is read from the database, as \`veritas backup\` does.`

/** `veritas backup` and `veritas restore`: everything the desk keeps, from and to the database itself; and one project, to be read elsewhere. */
export function backupCommands(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  const { signal } = terminal
  program
    .command('backup')
    .description('Write everything the desk keeps into a file, while it goes on.')
    .argument('<file>', 'the file to write, gzip')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', BACKUP_HELP)
    .action(async (file: string, { json }: { json?: boolean }) => {
      // Loaded only here: the other commands start without it.
      const { backupDatabase } = await import('@/lib/operations/backup/backup')
      const url = databaseUrl()
      const made = await reaching(() =>
        backupDatabase({ url, file, now: new Date(), onTable: terminal.redraw, signal }),
      )
      terminal.redraw('')
      const bytes = (await stat(file)).size
      if (json) terminal.out(JSON.stringify({ file: path.resolve(file), bytes, ...made }))
      else terminal.out(`${file}: ${tell(made)}, ${(bytes / 1e6).toFixed(1)} MB`)
      end(EXIT.ok)
    })
  program
    .command('restore')
    .description('Fill an empty, migrated database from a backup of the same version.')
    .argument('<file>', 'what `veritas backup` wrote')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', RESTORE_HELP)
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { restoreDatabase } = await import('@/lib/operations/backup/restore')
      const url = databaseUrl()
      const restored = await reaching(() => restoreDatabase({ url, file, onTable: terminal.redraw, signal }))
      terminal.redraw('')
      terminal.out(json ? JSON.stringify({ file: path.resolve(file), ...restored }) : `restored ${tell(restored)}`)
      end(EXIT.ok)
    })
}

/** `veritas export-project`: one project as files that anything can read. */
export function exportProjectCommand(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  program
    .command('export-project')
    .description('Write everything of one project into a file, as JSON lines.')
    .argument('<project>', 'the address of the project, as in its links')
    .argument('<file>', 'the file to write, .tar.gz')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXPORT_HELP)
    .action(async (slug: string, file: string, { json }: { json?: boolean }) => {
      const { exportProjectFile } = await import('@/lib/operations/project-export/export-project')
      const url = databaseUrl()
      const made = await reaching(() =>
        exportProjectFile({ url, slug, file, now: new Date(), onTable: terminal.redraw, signal: terminal.signal }),
      )
      terminal.redraw('')
      if (made === null) throw new UsageError(`there is no project at the address ${slug}`)
      const bytes = (await stat(file)).size
      if (json) terminal.out(JSON.stringify({ file: path.resolve(file), bytes, ...made }))
      else terminal.out(`${file}: ${tell(made)}, ${(bytes / 1e6).toFixed(1)} MB`)
      end(EXIT.ok)
    })
}

const tell = ({ tables, rows }: { tables: number; rows: number }) =>
  `${formatPlural(tables, 'table')}, ${formatPlural(rows, 'row')}`

function databaseUrl(): string {
  const url = getEnv().DATABASE_URL
  if (url === undefined)
    throw new UsageError('no database: set DATABASE_URL, or run `npm run db` in the folder of the desk')
  return url
}

const UNREACHED = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'EHOSTUNREACH', '57P03']

async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && UNREACHED.includes(String(error.code)))) throw error
    throw new ApiError('network', 0, `the database cannot be reached: ${error.message || error.code}`, { cause: error })
  }
}
