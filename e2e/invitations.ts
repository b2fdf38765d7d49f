import { expect } from '@playwright/test'
import { invite } from '@/lib/contracts/invitations'
import type { Role } from '@/lib/contracts/projects'
import { changeRows } from './database'
import { mailsTo } from './mails'
import type { Client } from './people'

/** The token of the link that invites somebody into a project of this name, as it stands in the newest such mail to them. */
export async function invitationIn(email: string, projectName: string): Promise<string> {
  const found = async () => (await mailsTo(email)).flatMap((mail) => tokenIn(mail, projectName) ?? [])
  await expect.poll(async () => (await found()).length, `an invitation of ${email}`).toBeGreaterThan(0)
  return (await found()).at(-1) ?? ''
}

/** Invites somebody as an admin does, and gives the token that reaches their mailbox. */
export async function inviteByMail(admin: Client, email: string, role: Role, projectName: string): Promise<string> {
  // One admin makes all projects of the tests, and so invites more people than any person would in an hour.
  await changeRows(`DELETE FROM rate_limit WHERE key LIKE 'invite:%'`)
  await admin(invite, { email, role })
  return invitationIn(email, projectName)
}

function tokenIn(mail: string, projectName: string): string | null {
  return mail.includes(projectName) ? (/\/invite\/([\w-]+)/.exec(mail)?.[1] ?? null) : null
}
