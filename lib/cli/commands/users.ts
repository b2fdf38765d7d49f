import { databaseUrl } from '../database-url'
import { UsageError } from '../exit-codes'
import type { AddCommands } from '../terminal'

const RESET_HELP = `
For the operator of the desk: works on the database in DATABASE_URL, else the desk's own, which must be
running. The link works once, within 24 hours, and ends every session of the person. Give it to nobody else. It starts
with APP_URL: set that to the same value as the desk.`

/** `veritas users`: account operations for the operator of the machine. */
export const usersCommand: AddCommands = (program, terminal) => {
  const users = program.command('users').description('Manage accounts, on the machine of the desk.')
  users
    .command('reset')
    .description('Print a single-use link to set a new password.')
    .argument('<email>', 'the e-mail of the account')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', RESET_HELP)
    .action(async (email: string, { json }: { json?: boolean }) => {
      databaseUrl()
      // Imported lazily, so that the other commands start faster.
      const { printResetLink } = await import('@/lib/operations/password-reset/reset')
      const link = await printResetLink(email)
      if (!link) throw new UsageError(`no open account has the e-mail ${email}`)
      if (json) terminal.out(JSON.stringify({ email: link.email, link: link.address }))
      else
        terminal.out(
          `${link.name} <${link.email}> can set a new password with this link, once, within 24 hours:\n${link.address}`,
        )
    })
}
