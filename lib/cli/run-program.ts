import { Command, CommanderError } from 'commander'
import { ApiError } from '@/lib/api/api-error'
import { backupCommands } from './commands/backup'
import { configCommand } from './commands/config'
import { dlqCommand } from './commands/dlq'
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
import type { Terminal } from './terminal'

/** Runs one command line and gives the exit code. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok
  const end = (ended: ExitCode) => {
    code = ended
  }
  const program = new Command('veritas')
    .description('The review desk for AI-agent runs, from the command line.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
  program.commandsGroup('Runs:')
  importCommand(program, terminal, end)
  configCommand(program, terminal, end)
  exportDspyCommand(program, terminal, end)
  rescoreCommand(program, terminal, end)
  runSubmitCommand(program, terminal, end)
  program.commandsGroup('Versions and gates:')
  regressionCommand(program, terminal, end)
  gateCommand(program, terminal, end)
  program.commandsGroup('Versions:')
  publishCommand(program, terminal, end)
  runTrialsCommand(program, terminal, end)
  weeklyCommand(program, terminal, end)
  program.commandsGroup('For agents:')
  dlqCommand(program, terminal, end)
  mcpCommand(program, terminal)
  program.commandsGroup('For operators:')
  backupCommands(program, terminal, end)
  verifyAuditCommand(program, terminal, end)
  program.commandsGroup('Quality tools, JSON in and JSON out:')
  qualityToolCommands(program, terminal, end)
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) terminal.note(`veritas: ${explain(error)}`)
    return exitCodeOf(error)
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof ApiError) || error.issues.length === 0) return error.message
  const issues = error.issues.map(({ path, message }) => `\n  ${path === '' ? '' : `${path}: `}${message}`)
  return `${error.code === 'invalid_input' ? 'the input is not valid' : error.message}${issues.join('')}`
}
