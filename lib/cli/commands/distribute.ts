import type { Command } from 'commander'
import { getEnv } from '@/lib/env'
import type { Distribution } from '@/lib/operations/distribution/distribute'
import { formatPlural } from '@/lib/presentation/format/number'
import { EXIT, type ExitCode, UsageError } from '../exit-codes'
import type { Terminal } from '../terminal'

const HELP = `
For whoever runs the desk on Citus (docs/citus.md). Stop the desk first: each table is locked while its rows move. What is in its
place already is left alone: run it again after it was cut off. After a release with new tables the start of the desk does this.`

/** `veritas distribute`: puts the tables of a Citus cluster where they belong. */
export function distributeCommand(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  program
    .command('distribute')
    .description('Distribute the database over the machines of a Citus cluster, by project.')
    .option('--database-url <url>', 'the coordinator; else DATABASE_URL')
    .option('--shards <number>', 'parts of each table, and so the most machines that can share them', '32')
    .option('--dry-run', 'check the cluster and say what would be done')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
    .action(async (options: { databaseUrl?: string; shards: string; dryRun?: true; json?: true }) => {
      const url = options.databaseUrl ?? getEnv().DATABASE_URL
      if (url === undefined) throw new UsageError('no database: give --database-url or set DATABASE_URL')
      const shards = Number(options.shards)
      if (!Number.isInteger(shards) || shards < 1 || shards > 1024)
        throw new UsageError('--shards: a whole number from 1 to 1024')
      // Loaded only here: the other commands start without it.
      const { distribute } = await import('@/lib/operations/distribution/distribute')
      const { ClusterError } = await import('@/lib/operations/distribution/cluster')
      try {
        const isDryRun = options.dryRun === true
        const made = await distribute({ url, shards, isDryRun, onTable: terminal.redraw })
        terminal.redraw('')
        terminal.out(options.json ? JSON.stringify({ isDryRun, ...made }) : toText(made, isDryRun))
        end(EXIT.ok)
      } catch (error) {
        if (error instanceof ClusterError) throw new UsageError(error.message)
        throw error
      }
    })
}

function toText({ version, workers, moved, dropped, tables, isSuperuser }: Distribution, isDryRun: boolean): string {
  const would = isDryRun ? 'would be ' : ''
  const lines = [
    `Citus ${version}, ${formatPlural(workers.length, 'worker')}: ${workers.join(', ')}`,
    moved.length === 0
      ? 'Every table is in its place.'
      : `${formatPlural(moved.length, 'table')} ${would}distributed now: ${moved.join(', ')}`,
    ...(dropped.length === 0 ? [] : [`Triggers ${would}dropped, which Citus does not run: ${dropped.join(', ')}`]),
    '',
    `With their project, on one worker each (${tables.project.length}): ${tables.project.join(', ')}`,
    `On every machine (${tables.everywhere.length}): ${tables.everywhere.join(', ')}`,
    `On the coordinator (${tables.coordinator.length}, and the queue): ${tables.coordinator.join(', ')}`,
    '',
    'That facts are never changed rests on the application and on the chain of the audit log here, not on triggers.',
    ...(isSuperuser ? ['This user is a superuser: let the desk connect as another one.'] : []),
  ]
  return lines.join('\n')
}
