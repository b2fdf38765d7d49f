import type { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import { invite } from '@/lib/contracts/invitations'
import type { Role } from '@/lib/contracts/projects'
import { changeRows } from './database'
import { mailsTo } from './mails'

/** Calls an operation over HTTP as one person in one project. */
export type Client = <I extends z.ZodType, O extends z.ZodType>(
  contract: Contract<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>

/** Returns the tokens of the invitation links to this project in the mails sent to an address. */
export async function invitationsOf(email: string, projectName: string): Promise<string[]> {
  return (await mailsTo(email)).flatMap((mail) => tokenIn(mail, projectName) ?? [])
}

/** Sends an invitation as an admin and returns the token from the mail. */
export async function inviteByMail(admin: Client, email: string, role: Role, projectName: string): Promise<string> {
  // One admin creates every project of the tests, and would exceed the hourly limit of invitations.
  await changeRows(`DELETE FROM rate_limit WHERE key LIKE 'invite:%'`)
  const before = await invitationsOf(email, projectName)
  await admin(invite, { email, role })
  // The response is sent after the mail server has accepted the mail.
  const after = await invitationsOf(email, projectName)
  const token = after.find((found) => !before.includes(found))
  if (!token) throw new Error(`no invitation reached ${email}`)
  return token
}

function tokenIn(mail: string, projectName: string): string | null {
  return mail.includes(projectName) ? (/\/invite\/([\w-]+)/.exec(mail)?.[1] ?? null) : null
}
