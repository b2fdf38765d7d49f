import { Command, CommanderError } from 'commander'
import { ApiError } from '@/lib/api/api-error'
import packageJson from '@/package.json'
import { briefCommand } from './commands/brief'
import { configCommand } from './commands/config'
import { dlqCommand } from './commands/dlq'
import { exportDspyCommand } from './commands/export-dspy'
import { exportPreferencesCommand } from './commands/export-preferences'
import { gateCommand } from './commands/gate'
import { importCommand } from './commands/import'
import { mcpCommand } from './commands/mcp'
import { publishCommand } from './commands/publish'
import { qualityToolCommands } from './commands/quality-tools'
import { regressionCommand } from './commands/regression'
import { rescoreCommand } from './commands/rescore'
import { runCommand } from './commands/run'
import { runTrialsCommand } from './commands/run-trials'
import { signalCommand } from './commands/signal'
import { verifyAuditCommand } from './commands/verify-audit'
import { weeklyCommand } from './commands/weekly'
import { COMMON_EXITS, EXIT, type ExitCode, exitCodeOf, isDatabaseUnreachable, issueLines } from './exit-codes'
import { type AddCommands, processTerminal, ReaderGone, type Terminal, untilInterrupted } from './terminal'

/**
 * Runs one command line and returns the exit code.
 * @param onThisMachine commands that need the desk's database, which the published package lacks
 */
export async function runProgram(
  args: readonly string[],
  terminal: Terminal,
  onThisMachine: readonly AddCommands[] = [],
): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok
  const end = (ended: ExitCode) => {
    code = ended
  }
  const asJson = isJson(args)
  const program = programOn(terminal, asJson)
  for (const [title, commands] of groupsOf(onThisMachine)) {
    program.commandsGroup(title)
    for (const add of commands) add(program, terminal, end)
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    const lost = await terminal.flushed()
    if (!lost) return code
    terminal.note(toNote(new Error(`the results cannot be written: ${lost.message}`), asJson))
    return EXIT.failed
  } catch (error) {
    if (terminal.signal.aborted) return EXIT.interrupted
    if (error instanceof ReaderGone) return code
    if (!isSaid(error, asJson)) terminal.note(toNote(error, asJson))
    return exitCodeOf(error)
  }
}

/** Whether the command line asks for JSON; what follows `--` is no option. */
function isJson(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end === -1 ? args.length : end).includes('--json')
}

/** Whether commander has printed this itself: help and the version, and without `--json` also what is wrong with the command line. */
function isSaid(error: unknown, asJson: boolean): boolean {
  return error instanceof CommanderError && (!asJson || error.exitCode === 0 || error.code === 'commander.help')
}

/** An error as text, or as one line of JSON in the form of the API's errors. */
function toNote(error: unknown, asJson: boolean): string {
  if (!asJson) return `veritas: ${explain(error)}`
  const code = codeOf(error)
  if (!(error instanceof ApiError))
    return JSON.stringify({
      error: { code, message: explain(error).replace(/^error: /, ''), issues: [], requestId: null },
    })
  const { issues, requestId } = error
  return JSON.stringify({ error: { code, message: error.message.trim(), issues, requestId } })
}

/** The code of an error of the desk, or which kind of error happened here. */
function codeOf(error: unknown): string {
  if (error instanceof ApiError) return error.code
  const kinds: Partial<Record<ExitCode, string>> = { [EXIT.usage]: 'usage', [EXIT.network]: 'network' }
  return kinds[exitCodeOf(error)] ?? 'failed'
}

/** The commands in the order in which the help lists them. */
const groupsOf = (onThisMachine: readonly AddCommands[]): [title: string, commands: readonly AddCommands[]][] => [
  [
    'Runs:',
    [
      importCommand,
      runCommand,
      signalCommand,
      exportDspyCommand,
      exportPreferencesCommand,
      rescoreCommand,
      configCommand,
    ],
  ],
  [
    'Versions, gates and the week:',
    [publishCommand, runTrialsCommand, regressionCommand, gateCommand, briefCommand, weeklyCommand],
  ],
  ['For agents:', [dlqCommand, mcpCommand]],
  ['For operators:', [...onThisMachine, verifyAuditCommand]],
  ['Quality tools, JSON in and JSON out:', [qualityToolCommands]],
  ['Help:', [exitCodesCommand]],
]

function programOn(terminal: Terminal, asJson: boolean): Command {
  return (
    new Command('veritas')
      .description('The review desk for AI-agent runs, from the command line.')
      .version(packageJson.version, '-V, --version')
      // Lets `--version` after a command be its own option, the version of a chain.
      .enablePositionalOptions()
      .configureHelp({ subcommandTerm: (command) => [command.name(), ...argumentsOf(command)].join(' ') })
      .exitOverride()
      .configureOutput({
        writeOut: (text) => terminal.out(text.trimEnd()),
        writeErr: (text) => terminal.note(text.trimEnd()),
        outputError: (text, write) => asJson || write(text),
      })
  )
}

function argumentsOf(command: Command): string[] {
  return command.registeredArguments.map((item) => {
    const name = item.variadic ? `${item.name()}...` : item.name()
    return item.required ? `<${name}>` : `[${name}]`
  })
}

/** Names the file before what is wrong with it; undefined for other errors. */
function explainFile({ code, path: file }: NodeJS.ErrnoException): string | undefined {
  const known = {
    ENOENT: 'there is no such file or folder',
    ENOTDIR: 'there is no such file or folder',
    EISDIR: 'is a folder',
    EACCES: 'access is denied',
  }
  const words = Object.entries(known).find(([name]) => name === code)?.[1]
  return file === undefined || words === undefined ? undefined : `${file}: ${words}`
}

const NOT_FOUND: ReadonlySet<string> = new Set(['not_found', 'method_not_allowed', 'unexpected_answer'])

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isDatabaseUnreachable(error))
    return `the database cannot be reached: ${error.message.trim().split('\n').at(-1) || error.code}\nStart the desk, or its database with \`npm run db\`, or set DATABASE_URL.`
  if (!(error instanceof ApiError)) return explainFile(error) ?? error.message
  // Each answer of a desk has an id.
  const isOther = error.requestId === null && NOT_FOUND.has(error.code)
  if (error.code === 'network' || isOther)
    return `${error.message.trim()}\nIs this the address of a desk that runs? Set it by --url or VERITAS_URL.`
  const issues = error.issues.filter(({ message }) => message !== error.message)
  if (issues.length === 0) return error.message
  return `${error.code === 'invalid_input' ? 'the input is not valid' : error.message}${issueLines(issues)}`
}

const MEANINGS: Record<ExitCode, string> = {
  [EXIT.ok]: 'success; for a version: not worse; for a gate: approved',
  ...COMMON_EXITS,
  [EXIT.regressed]: 'regressed by the rule: the mean dropped by more than the threshold, however certain the odds are',
  [EXIT.inconclusive]:
    'neither regressed nor known to be not worse: inconclusive, too few runs, nothing to compare with',
  [EXIT.pending]: 'the gate is pending',
  [EXIT.rejected]: 'the gate was rejected, or its approval was taken back',
  [EXIT.timedOut]: 'the gate timed out; nothing was approved',
}

/** `veritas exit-codes`, or `veritas help exit-codes`: lists the exit codes of all commands. */
const exitCodesCommand: AddCommands = (program, terminal) => {
  const lines = Object.entries(MEANINGS).map(([code, words]) => `${code.padStart(3)}  ${words}`)
  program
    .command('exit-codes')
    .description('List the exit codes of all commands.')
    .option('--json', 'print them as JSON')
    .addHelpText('after', ['', ...lines].join('\n'))
    .action(({ json }: { json?: boolean }) => {
      terminal.out(json ? JSON.stringify(MEANINGS, null, 2) : lines.join('\n'))
    })
}

/** Runs the command line of this process and sets its exit code. */
export async function runProcess(onThisMachine: readonly AddCommands[]): Promise<void> {
  const { signal, release } = untilInterrupted(EXIT.interrupted)
  process.exitCode = await runProgram(process.argv.slice(2), processTerminal(signal), onThisMachine)
  release()
  if (signal.aborted) process.exit(EXIT.interrupted)
}
