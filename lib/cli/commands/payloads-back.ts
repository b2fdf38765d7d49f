import type { Command } from 'commander'
import { getEnv } from '@/lib/env'
import { formatPlural } from '@/lib/presentation/format/number'
import { EXIT, type ExitCode, UsageError } from '../exit-codes'
import type { Terminal } from '../terminal'

const HELP = `
For who gives the payload store up. Set PAYLOAD_STORE_AFTER=never and start the desk again, so that nothing more is moved there; it may
run meanwhile. The database grows by all that comes back. It may be cut off at any time, and goes on there. Then unset PAYLOAD_STORE_URL.`

/** `veritas payloads-back`: everything that is in the payload store goes back into the database. */
export function payloadsBackCommand(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  program
    .command('payloads-back')
    .description('Bring all that is kept in the payload store back into the database.')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
    .action(async ({ json }: { json?: boolean }) => {
      const { DATABASE_URL, PAYLOAD_STORE_URL, PAYLOAD_STORE_AFTER } = getEnv()
      if (!DATABASE_URL) throw new UsageError('no database: set DATABASE_URL')
      if (!PAYLOAD_STORE_URL) throw new UsageError('PAYLOAD_STORE_URL is not set: where are they to come from?')
      if (PAYLOAD_STORE_AFTER !== 'never')
        throw new UsageError('set PAYLOAD_STORE_AFTER=never, here and for the desk: else it moves them out again')
      // Loaded only here: the other commands start without it.
      const { bringAllBack } = await import('@/lib/operations/payload-sweep/bring-back')
      const { signal } = terminal
      const back = await bringAllBack({ onBack: (values) => terminal.redraw(`${values} values`), signal })
      terminal.redraw('')
      if (json) terminal.out(JSON.stringify(back))
      else terminal.out(`${formatPlural(back.values, 'value')} back, ${(back.bytes / 1e6).toFixed(1)} MB`)
      end(EXIT.ok)
    })
}
