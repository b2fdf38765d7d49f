import { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import { qualityTools } from '@/lib/contracts/quality/tools'
import { inputSchemaOf, sketch } from '@/lib/mcp/short-schemas'
import { shellWord } from '@/lib/presentation/format/text'
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
        .addHelpText('after', () => inputHelp(contract)),
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

const MAX_SHAPE = 160

/** Lists the fields of a tool's input with their shapes, and shows one call. */
function inputHelp({ name, input, examples }: Contract): string {
  const { properties = {}, required = [] } = inputSchemaOf(input)
  const width = Math.max(0, ...Object.keys(properties).map((field) => field.length))
  const lines = Object.entries(properties).map(([field, schema]) => {
    const shape = sketch(schema)
    const words = typeof schema === 'object' ? schema.description : undefined
    return [
      `  ${field.padEnd(width)} `,
      shape.length > MAX_SHAPE ? `${shape.slice(0, MAX_SHAPE)}…` : shape,
      ...(required.includes(field) ? ['(required)'] : []),
      ...(words ? [`- ${words}`] : []),
    ].join(' ')
  })
  const body = examples?.[0]?.body
  const call = body && `echo ${shellWord(JSON.stringify(body))} | veritas ${name}`
  return ['', 'Input, one JSON object:', ...lines, ...(call ? ['', 'Example:', `  ${call}`] : [])].join('\n')
}
