import { getEnv } from '@/lib/env'
import type { Distribution } from '@/lib/operations/distribution/distribute'
import { formatPlural } from '@/lib/presentation/format/number'
import { UsageError } from '../exit-codes'
import type { AddCommands } from '../terminal'

const HELP = `
For operators of a desk on Citus (docs/citus.md). Stop the desk first: each table is locked while its rows move. Tables already in place
are skipped, so an interrupted run can be repeated. After a release with new tables, starting the desk distributes them.`

/** `veritas distribute`: distributes the tables over a Citus cluster. */
export const distributeCommand: AddCommands = (program, terminal) => {
  program
    .command('distribute')
    .description('Distribute the database over the nodes of a Citus cluster, by project.')
    .option('--database-url <url>', 'the coordinator; default: DATABASE_URL')
    .option('--shards <number>', 'shards per table, the maximum number of nodes that can share them', '32')
    .option('--dry-run', 'check the cluster and print what would be done')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
    .action(async (options: { databaseUrl?: string; shards: string; dryRun?: true; json?: true }) => {
      const url = options.databaseUrl ?? getEnv().DATABASE_URL
      if (url === undefined) throw new UsageError('no database: use --database-url or set DATABASE_URL')
      const shards = Number(options.shards)
      if (!Number.isInteger(shards) || shards < 1 || shards > 1024)
        throw new UsageError('--shards: expected a whole number from 1 to 1024')
      // Imported lazily, so that the other commands start faster.
      const { distribute } = await import('@/lib/operations/distribution/distribute')
      const { ClusterError } = await import('@/lib/operations/distribution/cluster')
      try {
        const isDryRun = options.dryRun === true
        const made = await distribute({ url, shards, isDryRun, onTable: terminal.redraw })
        terminal.redraw('')
        terminal.out(options.json ? JSON.stringify({ isDryRun, ...made }) : toText(made, isDryRun))
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
    `On every node (${tables.everywhere.length}): ${tables.everywhere.join(', ')}`,
    `On the coordinator (${tables.coordinator.length}, and the queue): ${tables.coordinator.join(', ')}`,
    '',
    'The immutability of facts is enforced here by the application and the hash chain of the audit log, not by triggers.',
    ...(isSuperuser ? ['This user is a superuser: let the desk connect as another one.'] : []),
  ]
  return lines.join('\n')
}
