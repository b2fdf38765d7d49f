import { configuration } from '@/lib/contracts/configuration'
import {
  type ConfigurationPreview,
  getConfiguration,
  listConfigurationVersions,
  MAX_PREVIEW_RUNS,
  previewConfiguration,
} from '@/lib/contracts/configuration-requests'
import { parseInput } from '@/lib/contracts/input-issues'
import { isRecord } from '@/lib/contracts/is-record'
import { formatPlural, formatScore } from '@/lib/presentation/format/number'
import { type ConnectionOptions, connect, toWholeNumber, withConnection } from '../connection'
import { issueLines, UsageError } from '../exit-codes'
import { readJsonInput } from '../files'
import type { AddCommands, Terminal } from '../terminal'

type Flags = ConnectionOptions & { chain?: string; json?: boolean }

/** `veritas config`: reads configurations and their history, and previews changes. */
export const configCommand: AddCommands = (program, terminal, end) => {
  const config = program
    .command('config')
    .description('Read the configuration and preview changes. Only a signed-in admin can change it, in the browser.')
  for (const add of [addGet, addHistory, addPreview]) add(config, terminal, end)
}

const addGet: AddCommands = (config, terminal) => {
  withConnection(
    config
      .command('get')
      .description('Print the effective configuration as JSON.')
      .option('--chain <name>', 'configuration of this chain; default: of the project')
      .option('--own', 'only the values set at this level')
      .option('--json', 'print the whole answer'),
  ).action(async ({ url, apiKey, chain, own, json }: Flags & { own?: boolean }) => {
    const answer = await connect({ url, apiKey }, terminal)(getConfiguration, { chain })
    const view = answer.configuration
    const level = view.chain === null ? 'the project' : `chain ${view.chain}`
    terminal.note(
      view.number === 0 ? `${level}: no values set` : `${level}: version ${view.number} by ${view.by}, ${view.at}`,
    )
    terminal.out(JSON.stringify(json ? answer : own ? view.own : view.effective, null, 2))
  })
}

const addHistory: AddCommands = (config, terminal) => {
  withConnection(
    config
      .command('history')
      .description('List the versions, newest first, with what each changed.')
      .option('--chain <name>', 'configuration of this chain; default: of the project')
      .option('--json', 'print the answers as JSON'),
  ).action(async ({ url, apiKey, chain, json }: Flags) => {
    const send = connect({ url, apiKey }, terminal)
    const versions = []
    let before: number | undefined
    do {
      const page = await send(listConfigurationVersions, { chain, limit: 200, before })
      versions.push(...page.versions)
      before = page.next ?? undefined
    } while (before !== undefined)
    if (json) terminal.out(JSON.stringify(versions, null, 2))
    else if (versions.length === 0) terminal.out('no values were ever set')
    else
      for (const { number, by, at, comment, changes } of versions) {
        terminal.out(`version ${number} by ${by}, ${at}${comment ? `: ${comment}` : ''}`)
        for (const { path, from, to } of changes) terminal.out(`  ${path}: ${show(from)} -> ${show(to)}`)
      }
  })
}

const addPreview: AddCommands = (config, terminal) => {
  withConnection(
    config
      .command('preview')
      .description('Score the newest runs under this configuration and compare. Nothing is written.')
      .argument('<file>', 'a JSON file such as a gaff.json, or - for standard input')
      .option('--chain <name>', 'preview as the configuration of this chain; default: of the project')
      .option('--runs <count>', `number of runs, at most ${MAX_PREVIEW_RUNS}`, toWholeNumber(1, MAX_PREVIEW_RUNS))
      .option('--json', 'print the answer as JSON'),
  ).action(async (file: string, { url, apiKey, chain, runs, json }: Flags & { runs?: number }) => {
    const send = connect({ url, apiKey }, terminal)
    const proposed = toConfiguration(await readJsonInput(file, 'the configuration', terminal), terminal)
    const preview = await send(previewConfiguration, { chain, config: proposed, runs })
    if (json) terminal.out(JSON.stringify(preview, null, 2))
    else for (const line of formatPreview(preview)) terminal.out(line)
  })
}

function formatPreview({
  runs,
  compared,
  changed,
  before,
  after,
  notCompared,
  grades,
  decisions,
}: ConfigurationPreview): string[] {
  return [
    `${compared} of the last ${formatPlural(runs, 'run')} compared: ${changed.grade} would change grade, ${changed.band} trace quality, ${changed.decision} decision`,
    `  mean quality ${formatScore(before.mean)} now, ${formatScore(after.mean)} then`,
    ...[...decisions, ...grades].map(({ from, to, count }) => `  ${from ?? 'none'} to ${to ?? 'none'}: ${count}`),
    ...notCompared.map(({ reason, count }) => `  not compared: ${count}, ${reason}`),
    '  nothing was written',
  ]
}

/** A gaff.json also configures other programs: what is not the desk's is left out, and named. */
function toConfiguration(value: unknown, terminal: Terminal) {
  const isGaffFile = isRecord(value) && Object.hasOwn(value, 'quality_assurance')
  const others = isGaffFile ? Object.keys(value).filter((key) => !Object.hasOwn(configuration.shape, key)) : []
  if (others.length > 0) terminal.note(`left out, as the desk has no such settings: ${others.join(', ')}`)
  const own = isGaffFile ? Object.fromEntries(Object.entries(value).filter(([key]) => !others.includes(key))) : value
  const { data, issues } = parseInput(configuration, own)
  if (!issues) return data
  throw new UsageError(`the configuration cannot be used:${issueLines(issues, 'the file')}`)
}

const show = (value: unknown) => (value === undefined ? 'inherited' : JSON.stringify(value))
