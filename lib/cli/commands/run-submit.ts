import { ingestRuns } from '@/lib/contracts/ingest'
import { plainRun } from '@/lib/ingest/importers/detect-format'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { EXIT, UsageError } from '../exit-codes'
import { readJsonInput } from '../files'
import type { AddCommands } from '../terminal'

/** `veritas run submit`: sends one run from a file or standard input. */
export const runSubmitCommand: AddCommands = (program, terminal, end) => {
  const run = program.command('run').description('Work with single runs.')
  withConnection(
    run
      .command('submit')
      .description('Send one run and print its scores.')
      .argument('<file>', 'a JSON file, or - for standard input')
      .option('--json', 'print the answer as JSON'),
  ).action(async (file: string, flags: ConnectionOptions & { json?: boolean }) => {
    const send = connect(flags, terminal)
    const body = toRun(await readJsonInput(file, 'the run', terminal))
    const answer = await send(ingestRuns, { runs: [body] })
    const [accepted] = answer.accepted
    if (flags.json) terminal.out(JSON.stringify(answer, null, 2))
    else if (accepted)
      terminal.out(
        `${accepted.id}: ${accepted.decision}, quality ${share(accepted.quality)} (${accepted.grade ?? accepted.band ?? 'no verdict'}), confidence ${share(accepted.confidence)}${accepted.duplicate ? ', already existed' : ''}\n${accepted.reason}`,
      )
    for (const { path, reason, issues } of answer.rejected) {
      const details = issues.length > 0 ? issues : [{ path, message: reason }]
      for (const issue of details)
        terminal.note(`rejected: ${issue.path === '' ? '' : `${issue.path}: `}${issue.message}`)
    }
    end(accepted ? EXIT.ok : EXIT.failed)
  })
}

function toRun(body: unknown): Record<string, unknown> {
  const read = plainRun(body)
  if (read.ok) return read.run
  throw new UsageError(`the run is ${read.reason}`)
}

function share(value: number | null): string {
  return value === null ? 'unknown' : value.toFixed(3)
}
