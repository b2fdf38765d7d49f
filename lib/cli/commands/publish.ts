import { z } from 'zod'
import type { OutputOf } from '@/lib/contracts/contract'
import { parseInput } from '@/lib/contracts/input-issues'
import { publishVersion } from '@/lib/contracts/versions'
import { formatPlural } from '@/lib/presentation/format/number'
import { shellWord } from '@/lib/presentation/format/text'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { issueLines, UsageError } from '../exit-codes'
import { readJsonInput } from '../files'
import type { AddCommands } from '../terminal'

type Flags = ConnectionOptions & {
  chain?: string
  version?: string
  candidate?: boolean
  author?: string
  json?: boolean
}

const HELP = `
A candidate is tried and compared with the serving version, but never serves: publish one for a pull request, send its runs,
and run \`veritas regression\`. To make it live, publish it again without --candidate. After the first publication in a chain,
a version that was only named by runs is a candidate too, until it is published.

  veritas publish --chain answers --version 1.4.0-pr.12 --candidate`

/** `veritas publish`: publishes a chain version from a file, from standard input or by name only. */
export const publishCommand: AddCommands = (program, terminal) => {
  withConnection(
    program
      .command('publish')
      .description('Publish a chain version. With an executor its live and dry runs start.')
      .argument('[file]', 'a JSON file with chain, version, contract, scenarios and executor; or - for standard input')
      .option('--chain <name>', 'the chain; overrides the file')
      .option('--version <version>', 'the version; overrides the file')
      .option('--candidate', 'publish for trial and comparison, not to serve')
      .option('--author <e-mail>', 'the member who made it and may not decide on it')
      .option('--json', 'print the answer as JSON')
      .addHelpText('after', HELP),
  ).action(async (file: string | undefined, { url, apiKey, json, ...named }: Flags) => {
    const send = connect({ url, apiKey }, terminal)
    const answer = await send(
      publishVersion,
      toBody(file && (await readJsonInput(file, 'the version', terminal, publishVersion.exact)), named),
    )
    if (json) terminal.out(JSON.stringify(answer, null, 2))
    else for (const line of formatPublished(answer)) terminal.out(line)
  })
}

function formatPublished({ version, published, trials, signingSecret }: OutputOf<typeof publishVersion>): string[] {
  const name = `${version.chain} ${version.version}`
  const serving = version.served ? 'it serves' : `${version.state.replaceAll('_', ' ')}, it does not serve`
  return [
    published ? `${name} is published: ${serving}` : `${name} was already published with the same body: ${serving}`,
    ...(trials > 0 ? [`  ${formatPlural(trials, 'trial')} queued`] : []),
    ...(trials > 0 && version.executor?.kind === 'local'
      ? [
          `  run them: veritas run-trials --chain ${shellWord(version.chain)} --version ${shellWord(version.version)} --exec "<command>"`,
        ]
      : []),
    ...(signingSecret ? [`  requests are signed with ${signingSecret}; shown only this once`] : []),
  ]
}

/** Only checks for an object with chain and version; the desk validates the rest. */
const shape = z.looseObject({ chain: z.string(), version: z.string() })

function toBody(
  fromFile: unknown,
  named: Pick<Flags, 'chain' | 'version' | 'candidate' | 'author'>,
): z.infer<typeof shape> {
  const body = z.record(z.string(), z.unknown()).safeParse(fromFile ?? {})
  if (!body.success) throw new UsageError('the version is not a JSON object')
  const { data, issues } = parseInput(shape, { ...body.data, ...named })
  if (!issues) return data
  throw new UsageError(`the version cannot be published:${issueLines(issues)}`)
}
