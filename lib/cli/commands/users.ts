import type { Command } from 'commander'
import { getEnv } from '@/lib/env'
import { EXIT, type ExitCode, UsageError } from '../exit-codes'
import type { Terminal } from '../terminal'

const RESET_HELP = `
For whoever runs the desk: it works on the database itself, the one named by DATABASE_URL, else the desk's own, which has to
run. The link works once, within 24 hours, and ends every session of the person. Hand it over to nobody else. It begins
with APP_URL: set that as the desk has it.`

/** `veritas users`: what only who runs the machine may do for a person. */
export function usersCommand(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  const users = program.command('users').description('Accounts of people, on the machine of the desk.')
  users
    .command('reset')
    .description('Print a link with which a person chooses a new password, once.')
    .argument('<email>', 'the e-mail of the account')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', RESET_HELP)
    .action(async (email: string, { json }: { json?: boolean }) => {
      if (getEnv().DATABASE_URL === undefined)
        throw new UsageError('no database: set DATABASE_URL, or run `npm run db` in the folder of the desk')
      // Loaded only here: the other commands start without it.
      const { printResetLink } = await import('@/lib/operations/password-reset/link')
      const link = await printResetLink(email)
      if (!link) throw new UsageError(`no open account has the e-mail ${email}`)
      if (json) terminal.out(JSON.stringify({ email: link.email, link: link.address }))
      else
        terminal.out(
          `${link.name} <${link.email}> chooses a new password here, once, within 24 hours:\n${link.address}`,
        )
      end(EXIT.ok)
    })
}
