import type { Command } from 'commander'
import { COMMON_EXITS, EXIT, type ExitCode } from '../exit-codes'
import type { Terminal } from '../terminal'

const MEANINGS: Record<ExitCode, string> = {
  [EXIT.ok]: 'it worked; of a version: not worse; of a gate: approved',
  ...COMMON_EXITS,
  [EXIT.regressed]: 'regressed by the rule: the mean fell by more than the threshold, however sure the odds are',
  [EXIT.inconclusive]:
    'not regressed, and not known to be no worse: inconclusive, too few runs, nothing to compare with',
  [EXIT.pending]: 'the gate waits for a person',
  [EXIT.rejected]: 'the gate was rejected, or its approval was taken back',
  [EXIT.timedOut]: 'the gate was closed by its deadline; nothing was approved',
}

/** `veritas exit-codes`, or `veritas help exit-codes`: what the exit code of any command means. */
export function exitCodesCommand(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  const lines = Object.entries(MEANINGS).map(([code, words]) => `${code.padStart(3)}  ${words}`)
  program
    .command('exit-codes')
    .description('Tell what the exit codes of all commands mean.')
    .option('--json', 'print them as JSON')
    .addHelpText('after', ['', ...lines].join('\n'))
    .action(({ json }: { json?: boolean }) => {
      terminal.out(json ? JSON.stringify(MEANINGS, null, 2) : lines.join('\n'))
      end(EXIT.ok)
    })
}
