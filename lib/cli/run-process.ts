import { EXIT } from './exit-codes'
import { type AddCommands, runProgram } from './run-program'
import { processTerminal, untilInterrupted } from './terminal'

/** Runs the command line of this process and sets its exit code. */
export async function runProcess(onThisMachine: readonly AddCommands[] = []): Promise<void> {
  const { signal, release } = untilInterrupted(EXIT.interrupted)
  process.exitCode = await runProgram(process.argv.slice(2), processTerminal(signal), onThisMachine)
  release()
  if (signal.aborted) process.exit(EXIT.interrupted)
}
