import type { Command } from 'commander'
import { COMMON_EXITS, EXIT, type ExitCode } from '../exit-codes'
import type { Terminal } from '../terminal'

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
export function exitCodesCommand(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  const lines = Object.entries(MEANINGS).map(([code, words]) => `${code.padStart(3)}  ${words}`)
  program
    .command('exit-codes')
    .description('List the exit codes of all commands.')
    .option('--json', 'print them as JSON')
    .addHelpText('after', ['', ...lines].join('\n'))
    .action(({ json }: { json?: boolean }) => {
      terminal.out(json ? JSON.stringify(MEANINGS, null, 2) : lines.join('\n'))
      end(EXIT.ok)
    })
}
