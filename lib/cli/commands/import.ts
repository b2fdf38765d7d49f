import { type Command, InvalidArgumentError, Option } from 'commander'
import { MAX_RUNS_PER_REQUEST } from '@/lib/contracts/ingest'
import { type ImportFormat, importFormats } from '@/lib/ingest/importers/detect-format'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { EXIT, type ExitCode } from '../exit-codes'
import { type FileSummary, importFile } from '../import/import-file'
import { defaultResumeFile, resumeState } from '../import/resume-state'
import type { Terminal } from '../terminal'

type ImportFlags = ConnectionOptions & {
  format: ImportFormat | 'auto'
  batch: number
  chain?: string
  chainVersion?: string
  notify?: boolean
  resumeFile: string
  resume: boolean
  json?: boolean
}

/** `veritas import`: files of tau-bench, Inspect AI, Who&When or plain JSON lines become runs. */
export function importCommand(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  withConnection(
    program
      .command('import')
      .description('Send the runs of files. Interrupted imports go on where they stopped.')
      .argument('<files...>', 'JSON lines, JSON documents, or .eval logs; - for JSON lines on standard input')
      .addOption(
        new Option('--format <name>', 'format of the files').choices(['auto', ...importFormats]).default('auto'),
      )
      .option('--batch <runs>', `runs in one request, 1 to ${MAX_RUNS_PER_REQUEST}`, toBatchSize, 100)
      .option('--chain <name>', 'file the runs under this chain')
      .option('--chain-version <version>', 'file the runs under this version')
      .option('--notify', 'let the runs open gates and send notices; else they count as history')
      .option('--resume-file <path>', 'where to note how far an import came', defaultResumeFile())
      .option('--no-resume', 'start from the beginning')
      .option('--json', 'print the summary as JSON'),
  ).action(async (files: string[], flags: ImportFlags) => {
    const send = connect(flags, terminal)
    const state = resumeState(flags.resumeFile)
    const summaries: FileSummary[] = []
    for (const file of files) {
      const summary = await importFile({
        file,
        format: flags.format,
        batch: flags.batch,
        notify: flags.notify ?? false,
        url: flags.url,
        options: { chain: flags.chain, version: flags.chainVersion },
        send,
        state: flags.resume ? state : { ...state, done: async () => 0 },
        terminal,
      })
      summaries.push(summary)
      if (!flags.json) for (const line of linesOf(summary)) terminal.out(line)
    }
    const total = totalOf(summaries)
    if (flags.json) terminal.out(JSON.stringify({ ...total, files: summaries }, null, 2))
    else if (files.length > 1)
      terminal.out(
        `${runCount(total.accepted)} accepted (${total.duplicates} there already), ${total.rejected} rejected`,
      )
    end(total.rejected > 0 ? EXIT.failed : EXIT.ok)
  })
}

function linesOf({ file, format, accepted, duplicates, rejected, decisions }: FileSummary): string[] {
  const counts = Object.entries(decisions).map(([decision, count]) => `${decision.replaceAll('_', ' ')} ${count}`)
  return [
    `${file} (${format}): ${runCount(accepted)} accepted (${duplicates} there already), ${rejected.length} rejected`,
    ...(counts.length > 0 ? [`  ${counts.join(', ')}`] : []),
    ...(accepted + rejected.length === 0 ? ['  there are no runs in it'] : []),
    ...rejected.map(
      ({ place, id, path, reason }) =>
        `  rejected ${place}${id === null ? '' : ` (${id})`}: ${path === '' ? '' : `${path}: `}${reason}`,
    ),
  ]
}

function runCount(count: number): string {
  return count === 1 ? '1 run' : `${count} runs`
}

function totalOf(summaries: readonly FileSummary[]) {
  const sum = (count: (summary: FileSummary) => number) =>
    summaries.reduce((total, summary) => total + count(summary), 0)
  return {
    accepted: sum((summary) => summary.accepted),
    duplicates: sum((summary) => summary.duplicates),
    rejected: sum((summary) => summary.rejected.length),
  }
}

function toBatchSize(text: string): number {
  const size = Number(text)
  if (Number.isInteger(size) && size >= 1 && size <= MAX_RUNS_PER_REQUEST) return size
  throw new InvalidArgumentError(`expected a whole number from 1 to ${MAX_RUNS_PER_REQUEST}.`)
}
