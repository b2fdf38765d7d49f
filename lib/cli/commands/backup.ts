import { stat } from 'node:fs/promises'
import path from 'node:path'
import { formatPlural } from '@/lib/presentation/format/number'
import { databaseUrl } from '../database-url'
import { UsageError } from '../exit-codes'
import type { AddCommands } from '../terminal'

const BACKUP_HELP = `
Uses the database in DATABASE_URL, else the desk's own, which must be running. The file contains a consistent snapshot of everything
except running jobs, and only its owner can read it. Encrypted values can only be read with the same AUTH_SECRET; if none is set, the
desk keeps one in its data folder: keep that too.`

const RESTORE_HELP = `
Uses the database in DATABASE_URL, else the desk's own: stop the desk, move the folder postgres in DATA_DIR away (not auth-secret
beside it), start an empty one with \`npm run db\`, restore, then start the desk. Restores everything or nothing.`

const EXPORT_HELP = `
A gzipped tar of JSON lines: data/<table>/<part>.jsonl with one row per line, and manifest.json with the counts at the
end. Keys, passwords and webhook secrets are left out. Reads the database directly, like \`veritas backup\`.`

/** `veritas backup` and `veritas restore`: dumps and restores the whole database. */
export const backupCommands: AddCommands = (program, terminal) => {
  const { signal } = terminal
  program
    .command('backup')
    .description('Back up the whole database to a file while the desk is running.')
    .argument('<file>', 'the gzip file to write')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', BACKUP_HELP)
    .action(async (file: string, { json }: { json?: boolean }) => {
      // Imported lazily, so that the other commands start faster.
      const { backupDatabase } = await import('@/lib/operations/backup/backup')
      const url = databaseUrl()
      const made = await backupDatabase({ url, file, now: new Date(), onTable: terminal.redraw, signal })
      terminal.redraw('')
      terminal.out(await formatFile(file, made, json))
    })
  program
    .command('restore')
    .description('Restore a backup of the same version into an empty, migrated database.')
    .argument('<file>', 'a file written by `veritas backup`')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', RESTORE_HELP)
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { restoreDatabase } = await import('@/lib/operations/backup/restore')
      const url = databaseUrl()
      const restored = await restoreDatabase({ url, file, onTable: terminal.redraw, signal })
      terminal.redraw('')
      terminal.out(
        json ? JSON.stringify({ file: path.resolve(file), ...restored }) : `restored ${formatCounts(restored)}`,
      )
    })
}

/** `veritas export-project`: exports one project in a portable format. */
export const exportProjectCommand: AddCommands = (program, terminal) => {
  program
    .command('export-project')
    .description('Export one project to a file, as JSON lines.')
    .argument('<project>', 'slug of the project, as in its URLs')
    .argument('<file>', 'the .tar.gz file to write')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXPORT_HELP)
    .action(async (slug: string, file: string, { json }: { json?: boolean }) => {
      const { exportProjectFile } = await import('@/lib/operations/project-export/export-project')
      const url = databaseUrl()
      const made = await exportProjectFile({
        url,
        slug,
        file,
        now: new Date(),
        onTable: terminal.redraw,
        signal: terminal.signal,
      })
      terminal.redraw('')
      if (made === null) throw new UsageError(`there is no project with the slug ${slug}`)
      terminal.out(await formatFile(file, made, json))
    })
}

type Made = { tables: number; rows: number }

/** Describes a written file: as a sentence, or as JSON. */
async function formatFile(file: string, made: Made, asJson = false): Promise<string> {
  const bytes = (await stat(file)).size
  return asJson
    ? JSON.stringify({ file: path.resolve(file), bytes, ...made })
    : `${file}: ${formatCounts(made)}, ${(bytes / 1e6).toFixed(1)} MB`
}

const formatCounts = ({ tables, rows }: Made) => `${formatPlural(tables, 'table')}, ${formatPlural(rows, 'row')}`
