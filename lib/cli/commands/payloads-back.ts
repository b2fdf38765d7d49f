import { getEnv } from '@/lib/env'
import { formatPlural } from '@/lib/presentation/format/number'
import { databaseUrl } from '../database-url'
import { UsageError } from '../exit-codes'
import type { AddCommands } from '../terminal'

const HELP = `
For removing the payload store. Set PAYLOAD_STORE_AFTER=never and restart the desk, so that it moves no further values there; it may
keep running. The database grows by all restored values. An interrupted run can be repeated. Then unset PAYLOAD_STORE_URL.`

/** `veritas payloads-back`: moves all values of the payload store back into the database. */
export const payloadsBackCommand: AddCommands = (program, terminal) => {
  program
    .command('payloads-back')
    .description('Move all values of the payload store back into the database.')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
    .action(async ({ json }: { json?: boolean }) => {
      databaseUrl()
      const { PAYLOAD_STORE_URL, PAYLOAD_STORE_AFTER } = getEnv()
      if (!PAYLOAD_STORE_URL) throw new UsageError('PAYLOAD_STORE_URL is not set: no payload store to read from')
      if (PAYLOAD_STORE_AFTER !== 'never')
        throw new UsageError(
          'set PAYLOAD_STORE_AFTER=never, here and for the desk: otherwise it moves the values out again',
        )
      // Imported lazily, so that the other commands start faster.
      const { bringAllBack } = await import('@/lib/operations/payload-sweep/bring-back')
      const { signal } = terminal
      const back = await bringAllBack({ onBack: (values) => terminal.redraw(`${values} values`), signal })
      terminal.redraw('')
      if (json) terminal.out(JSON.stringify(back))
      else terminal.out(`${formatPlural(back.values, 'value')} back, ${(back.bytes / 1e6).toFixed(1)} MB`)
    })
}
