import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { z } from 'zod'
import { ApiError } from '@/lib/api/api-error'
import { backupCommands, exportProjectCommand } from './commands/backup'
import { briefCommand } from './commands/brief'
import { configCommand } from './commands/config'
import { dlqCommand } from './commands/dlq'
import { exitCodesCommand } from './commands/exit-codes'
import { exportDspyCommand } from './commands/export-dspy'
import { gateCommand } from './commands/gate'
import { importCommand } from './commands/import'
import { mcpCommand } from './commands/mcp'
import { publishCommand } from './commands/publish'
import { qualityToolCommands } from './commands/quality-tools'
import { regressionCommand } from './commands/regression'
import { rescoreCommand } from './commands/rescore'
import { runSubmitCommand } from './commands/run-submit'
import { runTrialsCommand } from './commands/run-trials'
import { verifyAuditCommand } from './commands/verify-audit'
import { weeklyCommand } from './commands/weekly'
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes'
import { ReaderGone, type Terminal } from './terminal'

/** Runs one command line and gives the exit code. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok
  const end = (ended: ExitCode) => {
    code = ended
  }
  const program = programOn(terminal)
  program.commandsGroup('Runs:')
  importCommand(program, terminal, end)
  runSubmitCommand(program, terminal, end)
  exportDspyCommand(program, terminal, end)
  rescoreCommand(program, terminal, end)
  configCommand(program, terminal, end)
  program.commandsGroup('Versions, gates and the week:')
  publishCommand(program, terminal, end)
  runTrialsCommand(program, terminal, end)
  regressionCommand(program, terminal, end)
  gateCommand(program, terminal, end)
  briefCommand(program, terminal, end)
  weeklyCommand(program, terminal, end)
  program.commandsGroup('For agents:')
  dlqCommand(program, terminal, end)
  mcpCommand(program, terminal)
  program.commandsGroup('For operators:')
  backupCommands(program, terminal, end)
  exportProjectCommand(program, terminal, end)
  verifyAuditCommand(program, terminal, end)
  program.commandsGroup('Quality tools, JSON in and JSON out:')
  qualityToolCommands(program, terminal, end)
  program.commandsGroup('Help:')
  exitCodesCommand(program, terminal, end)
  try {
    await program.parseAsync(args, { from: 'user' })
    const lost = await terminal.flushed()
    if (!lost) return code
    terminal.note(`veritas: the results cannot be written: ${lost.message}`)
    return EXIT.failed
  } catch (error) {
    if (terminal.signal.aborted) return EXIT.interrupted
    if (error instanceof ReaderGone) return code
    if (!(error instanceof CommanderError)) terminal.note(`veritas: ${explain(error)}`)
    return exitCodeOf(error)
  }
}

function programOn(terminal: Terminal): Command {
  return (
    new Command('veritas')
      .description('The review desk for AI-agent runs, from the command line.')
      .version(packageVersion(), '-V, --version')
      // So that `--version` after a command is that of a chain.
      .enablePositionalOptions()
      .configureHelp({ subcommandTerm: (command) => [command.name(), ...argumentsOf(command)].join(' ') })
      .exitOverride()
      .configureOutput({
        writeOut: (text) => terminal.out(text.trimEnd()),
        writeErr: (text) => terminal.note(text.trimEnd()),
      })
  )
}

function argumentsOf(command: Command): string[] {
  return command.registeredArguments.map((item) => {
    const name = item.variadic ? `${item.name()}...` : item.name()
    return item.required ? `<${name}>` : `[${name}]`
  })
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof ApiError) || error.issues.length === 0) return error.message
  const issues = error.issues.map(({ path, message }) => `\n  ${path === '' ? '' : `${path}: `}${message}`)
  return `${error.code === 'invalid_input' ? 'the input is not valid' : error.message}${issues.join('')}`
}
