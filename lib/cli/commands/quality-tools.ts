import { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import { qualityTools } from '@/lib/contracts/quality/tools'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { UsageError } from '../exit-codes'
import { readJsonInput } from '../files'
import type { AddCommands } from '../terminal'

/** `veritas <tool>`: runs a quality tool, JSON in and JSON out. */
export const qualityToolCommands: AddCommands = (program, terminal) => {
  for (const contract of qualityTools) {
    withConnection(
      program
        .command(contract.name)
        .description(contract.summary)
        .summary(firstSentence(contract.summary))
        .argument('[file]', 'a JSON file; default: standard input', '-')
        .option('--json', 'accepted for consistency: the output is always JSON')
        .addHelpText('after', () => fieldHelp(contract)),
    ).action(async (file: string, flags: ConnectionOptions) => {
      const send = connect(flags, terminal)
      const input = toObject(await readJsonInput(file, 'the input', terminal))
      terminal.out(JSON.stringify(await send(contract, input), null, 2))
    })
  }
}

/** The full description is shown in the help of the tool. */
const firstSentence = (text: string) => /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text

function toObject(input: unknown): Record<string, unknown> {
  const object = z.record(z.string(), z.unknown()).safeParse(input)
  if (object.success) return object.data
  throw new UsageError('the input is not a JSON object')
}

/** Lists the fields of a tool's input, with the required ones labelled. */
function fieldHelp({ input }: Contract): string {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' })
  const width = Math.max(0, ...Object.keys(properties).map((name) => name.length))
  const lines = Object.entries(properties).map(([name, field]) => {
    const words = typeof field === 'object' ? field.description : undefined
    return `  ${name.padEnd(width)}  ${required.includes(name) ? '(required) ' : ''}${words ?? ''}`.trimEnd()
  })
  return ['', 'Input, one JSON object:', ...lines].join('\n')
}
