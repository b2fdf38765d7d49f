import { EXIT } from './exit-codes'
import { runProgram } from './run-program'
import { processTerminal, untilInterrupted } from './terminal'

const { signal, release } = untilInterrupted(EXIT.interrupted)
const terminal = processTerminal(signal)
process.exitCode = await runProgram(process.argv.slice(2), terminal)
release()
if (signal.aborted) process.exit(EXIT.interrupted)
