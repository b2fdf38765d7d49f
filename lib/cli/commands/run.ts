import type { Command } from 'commander'
import { getBrief } from '@/lib/contracts/briefs'
import { type AcceptedRun, ingestRuns } from '@/lib/contracts/ingest'
import { parseInput } from '@/lib/contracts/input-issues'
import { getRun, type RunDetail } from '@/lib/contracts/run-detail'
import { asWritten } from '@/lib/contracts/run-input'
import { listRuns, type RunRow } from '@/lib/contracts/runs'
import { plainRun } from '@/lib/ingest/importers/detect-format'
import { inputSchemaOf, sketch } from '@/lib/mcp/short-schemas'
import { formatPercent, formatPlural, formatScore } from '@/lib/presentation/format/number'
import { cutMiddle, uncapital } from '@/lib/presentation/format/text'
import { attemptText } from '@/lib/presentation/labels/attempts'
import { runFailureKind } from '@/lib/presentation/labels/failures'
import { runStatusLabel } from '@/lib/presentation/labels/runs'
import {
  decisionLabels,
  decisionReason,
  deskThenPeople,
  evaluatorLabels,
  failureClassLabels,
  isAttempt,
  settledBy,
  settledLabels,
} from '@/lib/presentation/labels/verdicts'
import { confidenceVerdict, qualityText, qualityVerdict, shownQuality } from '@/lib/presentation/quality-verdict'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { EXIT, UsageError } from '../exit-codes'
import { readJsonInput } from '../files'
import { type AddCommands, toTable } from '../terminal'

type Flags = ConnectionOptions & { json?: boolean }

/** `veritas run` and `veritas runs`: sends, lists and shows runs. */
export const runCommand: AddCommands = (program, terminal, end) => {
  const run = program
    .command('run')
    .description('Show a run, `veritas run <id>`, or send one, `veritas run submit <file>`.')
  addSubmit(run, terminal, end)
  addShow(run, terminal, end)
  addList(program, terminal, end)
}

const addSubmit: AddCommands = (run, terminal, end) => {
  withConnection(
    run
      .command('submit')
      .description('Send one run and print its scores.')
      .argument('<file>', 'a JSON file, or - for standard input')
      .option('--json', 'print the answer as JSON'),
  ).action(async (file: string, flags: Flags) => {
    const send = connect(flags, terminal)
    const body = toRun(await readJsonInput(file, 'the run', terminal, asWritten))
    const answer = await send(ingestRuns, { runs: [body] })
    const [accepted] = answer.accepted
    if (flags.json) terminal.out(JSON.stringify(answer, null, 2))
    else if (accepted)
      terminal.out(
        `${accepted.id}: ${accepted.decision}, quality ${acceptedQuality(accepted)}, confidence ${share(accepted.confidence)}${accepted.duplicate ? ', already existed' : ''}\n${accepted.reason}`,
      )
    for (const { path, reason, issues } of answer.rejected) {
      const details = issues.length > 0 ? issues : [{ path, message: reason }]
      for (const issue of details)
        terminal.note(`rejected: ${issue.path === '' ? '' : `${issue.path}: `}${issue.message}`)
    }
    const isInvalid = answer.rejected.some(({ code }) => code === 'invalid_input')
    end(accepted ? EXIT.ok : isInvalid ? EXIT.usage : EXIT.failed)
  })
}

function toRun(body: unknown): Record<string, unknown> {
  const read = plainRun(body)
  if (read.ok) return read.run
  throw new UsageError(`the run is ${read.reason}`)
}

/** "0.792 (review)"; no number where too little was measured. */
function acceptedQuality(accepted: AcceptedRun): string {
  const { profile, quality, band } = accepted
  if (profile !== null && quality !== null && shownQuality({ profile, quality, band }) === null)
    return qualityText({ profile, quality, band })
  return `${share(accepted.quality)} (${accepted.grade ?? accepted.band ?? 'no verdict'})`
}

function share(value: number | null): string {
  return value === null ? 'unknown' : value.toFixed(3)
}

const addShow: AddCommands = (run, terminal) => {
  withConnection(
    run
      .command('show', { isDefault: true })
      .description('Show one run: verdict, scores, failures and findings.')
      .showHelpAfterError('To send a run: veritas run submit <file>, or - for standard input.')
      .argument('<run>', "the run, by the desk's id or your own")
      .option('--json', 'print the answer as JSON'),
  ).action(async (runId: string, { json, ...flags }: Flags) => {
    const send = connect(flags, terminal)
    const detail = await send(getRun, { runId })
    if (json) return terminal.out(JSON.stringify(detail, null, 2))
    const { links } = await send(getBrief, { run: detail.run.id })
    for (const line of [...formatRun(detail), ...links.slice(0, 1).map(({ url }) => field('link', url))])
      terminal.out(line)
  })
}

const addList: AddCommands = (program, terminal) => {
  withConnection(
    withInputOf(
      program
        .command('runs')
        .description(
          'List runs, newest first unless sorted. An option may be repeated, or name several values by commas.',
        ),
    ).option('--json', 'print the answer as JSON'),
  ).action(async ({ url, apiKey, json, ...given }: Flags) => {
    const { data, issues } = parseInput(listRuns.input, given)
    if (issues) throw new UsageError(issues.map(({ path, message }) => `${flagOf(path)}: ${message}`).join('\n'))
    const answer = await connect({ url, apiKey }, terminal)(listRuns, data)
    if (json) terminal.out(JSON.stringify(answer, null, 2))
    else for (const line of formatRuns(answer.runs)) terminal.out(line)
    if (answer.next !== null && !json)
      terminal.note(`the first ${formatPlural(answer.runs.length, 'run')}; go on with --cursor ${answer.next}`)
  })
}

/** "--failure-class" of "failureClass[0]". */
const flagOf = (path: string) =>
  `--${path.replace(/[.[].*$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Adds an option for each field of the contract's input; the contract parses them as it does a query string. */
function withInputOf(command: Command): Command {
  for (const [name, schema] of Object.entries(inputSchemaOf(listRuns.input).properties ?? {})) {
    const shape = sketch(schema)
      .replaceAll('"', '')
      .replace(/^\((.*)\)\[\]$/, '$1')
      .replace('[]', '')
    const words = typeof schema === 'object' ? schema.description : undefined
    const choices = shape.includes(' | ') || words === undefined ? shape.replaceAll(' | ', ', ') : undefined
    command.option(
      `${flagOf(name)} <value>`,
      [words, choices].filter(Boolean).join(': '),
      (value: string, before: string | string[] | undefined) => (before === undefined ? value : [before, value].flat()),
    )
  }
  return command
}

function formatRuns(runs: readonly RunRow[]): string[] {
  if (runs.length === 0) return ['no matching runs']
  return toTable(
    ['run', 'chain', 'verdict', 'quality', 'confidence', 'failure', 'at'],
    runs.map((run) => [
      run.clientId,
      `${run.chain} ${run.version}`,
      verdictOf(run),
      qualityText(run, qualityVerdict(run).threshold),
      formatScore(run.confidence, confidenceVerdict(run.confidence).threshold),
      runFailureKind(run) ?? '',
      run.occurredAt,
    ]),
  )
}

function verdictOf(run: RunRow): string {
  if (run.status === 'running') return 'Not yet'
  const settled = settledBy(run)
  return settled ? settledLabels[settled] : decisionLabels[run.decision]
}

const SHOWN = 5
const LINE = 160
const REASON = 400

/** Formats a run on one screen: what was decided and why, the scores, and the gravest failures and findings. */
function formatRun(detail: RunDetail): string[] {
  const { run, nodes, issues, signals, decisions } = detail
  const roots = nodes.flatMap(({ name, id, failure }) =>
    failure?.role === 'root' ? [{ node: name ?? id, failure }] : [],
  )
  const found = issues.filter(({ stage }) => stage !== 'execution')
  const quality = qualityVerdict(run)
  const confidence = formatScore(run.confidence, confidenceVerdict(run.confidence).threshold)
  const evaluators = signals
    .filter(({ inForce }) => inForce)
    .map((one) => `${evaluatorLabels[one.evaluator]} ${formatScore(one.value)}`)
  return [
    run.title ?? run.clientId,
    [`${run.chain} ${run.version}`, ...(isAttempt(run) ? [uncapital(attemptText(detail))] : []), run.occurredAt].join(
      ', ',
    ),
    '',
    field('status', runStatusLabel(run.status)),
    field('verdict', verdictOf(run)),
    field('', deskThenPeople(decisions) ?? cutMiddle(decisionReason(run), REASON)),
    field(
      'quality',
      shownQuality(run) === null ? quality.word : `${formatScore(run.quality, quality.threshold)}, ${quality.word}`,
    ),
    field('confidence', [`${confidence} on ${formatPercent(run.coverage)} of the evidence`, ...evaluators].join(', ')),
    ...listed(
      'failure',
      roots,
      ({ node, failure }) =>
        `${node}: ${failureClassLabels[failure.failureClass]}, ${cutMiddle(failure.message, LINE)}`,
    ),
    ...listed('finding', found, ({ severity, message }) => `${severity}: ${cutMiddle(message, LINE)}`),
  ]
}

const field = (name: string, text: string) => `${name.padEnd(11)} ${text}`.trimEnd()

function listed<T>(name: string, items: readonly T[], format: (item: T) => string): string[] {
  const more = items.length - SHOWN
  return [
    ...items.slice(0, SHOWN).map((item) => field(name, format(item))),
    ...(more > 0 ? [field('', `and ${formatPlural(more, `more ${name}`)}`)] : []),
  ]
}
