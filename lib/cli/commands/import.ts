import { InvalidArgumentError, Option } from 'commander'
import { MAX_RUNS_PER_REQUEST } from '@/lib/contracts/ingest'
import { type ImportFormat, importFormats } from '@/lib/ingest/importers/detect-format'
import { type FieldMap, type MappedField, mappedFields } from '@/lib/ingest/importers/field-map'
import { uncapital } from '@/lib/presentation/format/text'
import { decisionLabels } from '@/lib/presentation/labels/verdicts'
import { type ConnectionOptions, connect, toWholeNumber, withConnection } from '../connection'
import { EXIT, exitHelp, UsageError } from '../exit-codes'
import { dryRun, formatDryRun } from '../import/dry-run'
import { type FileSummary, importFile, rejectionText } from '../import/import-file'
import type { ReadOptions } from '../import/read-records'
import { defaultResumeFile, NOT_BEGUN, resumeState } from '../import/resume-state'
import type { AddCommands, Terminal } from '../terminal'

type ImportFlags = ConnectionOptions & {
  format: ImportFormat | 'auto'
  batch: number
  chain?: string
  chainVersion?: string
  notify?: boolean
  resumeFile: string
  resume: boolean
  with?: string
  map?: FieldMap
  dryRun?: boolean
  json?: boolean
}

const HELP = `
Formats, detected from the beginning of a file:
  jsonl            runs as accepted by POST /api/v1/runs
  promptfoo        results.json or results.jsonl
  inspect          logs of Inspect AI, .json or .eval
  tau-bench, who-when
  langfuse         traces with or without their observations, JSON or JSON lines; traces for observations by --with
  phoenix          spans of the API, the command line or a data frame
  langsmith, braintrust    runs or spans, as their APIs and exports write them
  otlp             files of a collector: ExportTraceServiceRequest as JSON, a single one or one per line
  openai-batch, anthropic-batch    the file of answers; that of requests by --with
  map              any other JSON: fields are guessed by name, or set by --map

Fields of --map: ${mappedFields.join(', ')}.

With --dry-run the exit code also tells whether runs would be rejected. Only the desk knows which ids are taken, and checks contracts
and criteria.

  veritas import calls.jsonl --dry-run
  veritas import calls.jsonl --chain support --map id=uuid --map output=response.choices[0].text
  veritas import answers.jsonl --with requests.jsonl
${exitHelp({ [EXIT.ok]: 'every run was accepted, or there already', [EXIT.failed]: 'a run was rejected, and is listed; or another failure' })}`

/** `veritas import`: imports runs from files of other tools or JSON lines. */
export const importCommand: AddCommands = (program, terminal, end) => {
  withConnection(
    program
      .command('import')
      .description('Import the runs of files. An interrupted import continues where it stopped.')
      .argument('<files...>', 'JSON lines, JSON documents, or .eval logs; - for JSON lines on standard input')
      .addOption(
        new Option('--format <name>', 'format of the files').choices(['auto', ...importFormats]).default('auto'),
      )
      .option(
        '--batch <runs>',
        `runs in one request, 1 to ${MAX_RUNS_PER_REQUEST}`,
        toWholeNumber(1, MAX_RUNS_PER_REQUEST),
        100,
      )
      .option('--chain <name>', 'file the runs under this chain')
      .option('--chain-version <version>', 'file the runs under this version')
      .option('--with <file>', 'the second file: the requests of a batch, the traces for observations')
      .option('--map <field=path>', 'read a field of a run from this path of a record; may be repeated', toMap)
      .option('--dry-run', 'send nothing: show how fields are read, the first run, and what would be rejected')
      .option('--notify', 'let the runs open gates and send notifications; otherwise they are historical')
      .option('--resume-file <path>', 'where to store the progress of an import', defaultResumeFile())
      .option('--no-resume', 'start from the beginning')
      .option('--json', 'print the summary as JSON')
      .addHelpText('after', HELP),
  ).action(async (files: string[], flags: ImportFlags) => {
    const { chain, chainVersion: version, map, with: companion } = flags
    if (companion !== undefined && files.length > 1) throw new UsageError('--with: applies to one file; name only that')
    if (map !== undefined && flags.format !== 'auto' && flags.format !== 'map')
      throw new UsageError(`--map: the format ${flags.format} has fixed fields`)
    const options = { chain, version, map, companion }
    if (flags.dryRun) return end(await tryOut(files, flags, options, terminal))
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
        apiKey: flags.apiKey,
        options,
        send,
        state: flags.resume ? state : { ...state, done: async () => NOT_BEGUN },
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

async function tryOut(files: string[], { format, json }: ImportFlags, options: ReadOptions, terminal: Terminal) {
  const tried = []
  for (const file of files) {
    const outcome = await dryRun(file, format, options, terminal)
    tried.push(outcome)
    if (!json) for (const line of formatDryRun(outcome)) terminal.out(line)
  }
  if (json) terminal.out(JSON.stringify({ dryRun: true, files: tried }, null, 2))
  return tried.some(({ rejected }) => rejected.length > 0) ? EXIT.failed : EXIT.ok
}

/** Parses a repeatable `--map field=path`. */
function toMap(text: string, before: FieldMap = {}): FieldMap {
  const at = text.indexOf('=')
  const [name, path] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  const field = mappedFields.find((one): one is MappedField => one === name)
  if (at > 0 && field !== undefined) return { ...before, [field]: path }
  throw new InvalidArgumentError(`expected field=path, where the field is one of ${mappedFields.join(', ')}.`)
}

function linesOf(summary: FileSummary): string[] {
  const { file, format, resumedAfter, rejectedEarlier, accepted, duplicates, rejected, decisions } = summary
  const wordOf = new Map<string, string>(Object.entries(decisionLabels))
  const counts = Object.entries(decisions).map(
    ([decision, count]) => `${uncapital(wordOf.get(decision) ?? decision)} ${count}`,
  )
  return [
    `${file} (${format}): ${runCount(accepted)} accepted (${duplicates} there already), ${rejected.length} rejected`,
    ...(counts.length > 0 ? [`  the desk: ${counts.join(', ')}`] : []),
    ...(resumedAfter + accepted + rejected.length === 0 ? ['it contains no runs'] : []),
    ...(rejectedEarlier > 0
      ? [`  rejected before the interruption: ${rejectedEarlier}; --no-resume lists them again`]
      : []),
    ...rejected.map((rejection) => `  ${rejectionText(rejection)}`),
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
    rejected: sum((summary) => summary.rejectedEarlier + summary.rejected.length),
  }
}
