import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import type { OutputOf } from '@/lib/contracts/contract'
import { publishVersion } from '@/lib/contracts/versions'
import { formatPlural } from '@/lib/format/number'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { EXIT, type ExitCode, UsageError } from '../exit-codes'
import type { Terminal } from '../terminal'

type Flags = ConnectionOptions & { json?: boolean }

/** `veritas publish`: a chain version from a file or from standard input. */
export function publishCommand(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  withConnection(
    program
      .command('publish')
      .description('Publish a chain version. With an executor its live and dry runs start.')
      .argument('<file>', 'a JSON file with chain, version, contract, scenarios and executor; or - for standard input')
      .option('--json', 'print the answer as JSON'),
  ).action(async (file: string, flags: Flags) => {
    const send = connect(flags, terminal)
    const answer = await send(
      publishVersion,
      readBody(file === '-' ? await terminal.readStdin() : await readFile(file, 'utf8')),
    )
    if (flags.json) terminal.out(JSON.stringify(answer, null, 2))
    else for (const line of tell(answer)) terminal.out(line)
    end(EXIT.ok)
  })
}

function tell({ version, published, trials, signingSecret }: OutputOf<typeof publishVersion>): string[] {
  const name = `${version.chain} ${version.version}`
  const standing = version.served ? 'it serves' : `${version.state.replaceAll('_', ' ')}, it does not serve`
  return [
    published ? `${name} is published: ${standing}` : `${name} was published before, with this very body: ${standing}`,
    ...(trials > 0 ? [`  ${formatPlural(trials, 'trial')} queued`] : []),
    ...(trials > 0 && version.executor?.kind === 'local'
      ? [`  run them: veritas run-trials --chain ${version.chain} --version ${version.version} --exec "<command>"`]
      : []),
    ...(signingSecret ? [`  requests are signed with ${signingSecret}; it is shown this once`] : []),
  ]
}

/** What is wrong inside is the desk's to say; here it only has to be an object of a chain and a version. */
const shape = z.looseObject({ chain: z.string(), version: z.string() })

function readBody(text: string): z.infer<typeof shape> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`the version is not JSON: ${error instanceof Error ? error.message : error}`)
  }
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `\n  ${path.join('.')}: ${message}`)
  throw new UsageError(`the version cannot be published:${faults.join('')}`)
}
