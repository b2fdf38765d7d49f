import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import { qualityTools } from '@/lib/contracts/quality/tools'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { EXIT, type ExitCode, UsageError } from '../exit-codes'
import type { Terminal } from '../terminal'

/** `veritas <tool>`: every quality tool, JSON in and JSON out. */
export function qualityToolCommands(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  for (const contract of qualityTools) {
    withConnection(
      program
        .command(contract.name)
        .description(contract.summary)
        .argument('[file]', 'a JSON file; standard input when left out or -', '-')
        .addHelpText('after', () => fieldHelp(contract)),
    ).action(async (file: string, flags: ConnectionOptions) => {
      const send = connect(flags, terminal)
      const input = parseInput(file === '-' ? await terminal.readStdin() : await readFile(file, 'utf8'))
      terminal.out(JSON.stringify(await send(contract, input), null, 2))
      end(EXIT.ok)
    })
  }
}

function parseInput(text: string): Record<string, unknown> {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`the input is not JSON: ${error instanceof Error ? error.message : error}`)
  }
  const object = z.record(z.string(), z.unknown()).safeParse(input)
  if (object.success) return object.data
  throw new UsageError('the input is no JSON object')
}

/** The fields of a tool's input, the required ones marked. */
function fieldHelp({ input }: Contract): string {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' })
  const width = Math.max(0, ...Object.keys(properties).map((name) => name.length))
  const lines = Object.entries(properties).map(([name, field]) => {
    const words = typeof field === 'object' ? field.description : undefined
    return `  ${name.padEnd(width)}  ${required.includes(name) ? '(required) ' : ''}${words ?? ''}`.trimEnd()
  })
  return ['', 'Input, one JSON object:', ...lines].join('\n')
}
