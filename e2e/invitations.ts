import type { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import { invite } from '@/lib/contracts/invitations'
import type { Role } from '@/lib/contracts/projects'
import { changeRows } from './database'
import { mailsTo } from './mails'

/** Calls an operation over HTTP, as somebody, in one project. */
export type Client = <I extends z.ZodType, O extends z.ZodType>(
  contract: Contract<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>

/** The tokens of the links that invite somebody into a project of this name, as mails to them hold them. */
export async function invitationsOf(email: string, projectName: string): Promise<string[]> {
  return (await mailsTo(email)).flatMap((mail) => tokenIn(mail, projectName) ?? [])
}

/** Invites somebody as an admin does, and gives the token that reaches their mailbox. */
export async function inviteByMail(admin: Client, email: string, role: Role, projectName: string): Promise<string> {
  // One admin makes all projects of the tests, and so invites more people than any person would in an hour.
  await changeRows(`DELETE FROM rate_limit WHERE key LIKE 'invite:%'`)
  const before = await invitationsOf(email, projectName)
  await admin(invite, { email, role })
  // The answer comes once the mail server has taken the mail.
  const after = await invitationsOf(email, projectName)
  const token = after.find((found) => !before.includes(found))
  if (!token) throw new Error(`no invitation reached ${email}`)
  return token
}

function tokenIn(mail: string, projectName: string): string | null {
  return mail.includes(projectName) ? (/\/invite\/([\w-]+)/.exec(mail)?.[1] ?? null) : null
}
