import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { admitVouched, findUserByEmail, findUserByPassword } from '../account/users'
import type { Context } from '../context'
import { listMembers } from '../members/list'
import { createProject } from '../projects/projects'
import { prepareFirstRun } from '../setup/first-run'
import { makeProject, type TestProject } from '../testing/factories'
import { type FakeSmtp, startSmtp } from '../testing/fake-smtp'
import { acceptInvitation, openInvitation } from './answer'
import { invite } from './invite'

const db = getDb()
const mallorys = { name: 'Vic', password: 'a password of Mallory' }
const vics = { name: 'Vic', password: 'the password of Vic' }

let test: TestProject
let ada: Context
let mallory: Context
let email: string
let smtp: FakeSmtp

beforeEach(async () => {
  test = await makeProject()
  ada = await test.as('admin', 'Ada')
  mallory = await (await makeProject()).as('viewer', 'Mallory')
  email = `${uuid()}@example.test`
  mailBy(null)
  smtp = await startSmtp()
  return () => smtp.close()
})

/** Sets the mail server of this process, or none. */
function mailBy(server: FakeSmtp | null) {
  delete process.env.SMTP_URL
  delete process.env.SMTP_FROM
  if (server)
    Object.assign(process.env, { SMTP_URL: `smtp://127.0.0.1:${server.port}`, SMTP_FROM: 'desk@example.test' })
}

const anonymous = (): Context => ({
  actor: { kind: 'anonymous' },
  db,
  now: () => new Date(),
  requestId: 'test',
  origin: { address: uuid(), via: 'browser' },
})

async function signedIn(password: string): Promise<Context> {
  const user = await findUserByPassword(db, email, password)
  if (!user) throw new Error('the password is not right')
  return { ...anonymous(), actor: { kind: 'user', ...user } }
}

const tokenIn = (text: string) => /\/invite\/([\w-]+)/.exec(text.replaceAll(/=\r?\n/g, ''))?.[1] ?? ''

/** Returns the token of a link shown to the admin. */
async function shownLink(by: Context): Promise<string> {
  mailBy(null)
  return tokenIn((await invite.run(by, { email, role: 'reviewer' })).link ?? '')
}

/** Returns the token of a link that is only mailed. */
async function mailedLink(by: Context): Promise<string> {
  mailBy(smtp)
  const { link } = await invite.run(by, { email, role: 'reviewer' })
  expect(link).toBeNull()
  const got = smtp.mails.at(-1)
  expect(got?.to).toEqual([email])
  return tokenIn(got?.raw ?? '')
}

/** Mallory creates a project, invites a stranger's address, and accepts the shown link herself. */
async function squat(): Promise<void> {
  const slug = `evil-${uuid().slice(-12)}`
  await createProject.run(mallory, { slug, name: 'Evil' })
  const token = await shownLink({ ...mallory, projectSlug: slug })
  await acceptInvitation.run(anonymous(), { token, account: mallorys })
  expect(await findUserByEmail(db, email)).toMatchObject({ isEmailVerified: false })
}

const members = async () => (await listMembers.run(ada, {})).members.map(({ name }) => name)

describe('an account registered in advance by an attacker', () => {
  beforeEach(squat)

  it('is not added to projects that invite its e-mail', async () => {
    await shownLink(ada)
    await mailedLink(ada)
    expect(await members()).toEqual(['Ada'])
  })

  it('loses the address to the person who opens the mailed link, who inherits nothing from it', async () => {
    const taken = await findUserByEmail(db, email)
    const token = await mailedLink(ada)
    expect(await openInvitation(db, token, null, new Date())).toMatchObject({ kind: 'sign_in', isProven: false })
    await acceptInvitation.run(anonymous(), { token, account: { ...vics, takesAddress: true } })
    expect(await findUserByPassword(db, email, mallorys.password)).toBeNull()
    const vic = await findUserByPassword(db, email, vics.password)
    expect(vic).toMatchObject({ isEmailVerified: true })
    expect(vic?.userId).not.toBe(taken?.userId)
    expect(await db.membership.findMany({ where: { userId: vic?.userId ?? '' } })).toMatchObject([
      { projectId: test.project.id },
    ])
    const old = await db.user.findUniqueOrThrow({ where: { id: taken?.userId ?? '' } })
    expect(old).toMatchObject({ email: null, disabledAt: expect.any(Date) })
  })

  it('is audited in its own projects when it loses its address, without naming the new owner', async () => {
    const taken = await findUserByEmail(db, email)
    await acceptInvitation.run(anonymous(), {
      token: await mailedLink(ada),
      account: { name: 'Victoria', password: vics.password, takesAddress: true },
    })
    const { projectId } = await db.membership.findFirstOrThrow({ where: { userId: taken?.userId ?? '' } })
    const [event] = await db.auditEvent.findMany({ where: { projectId, action: 'account.address_lost' } })
    expect(event).toMatchObject({ actorKind: 'system', subject: `user:${taken?.userId}`, address: null })
    expect(JSON.stringify([event?.actor, event?.before, event?.after])).not.toMatch(/Victoria|@/)
  })

  it('is not taken over unless the person confirms it', async () => {
    const accepted = acceptInvitation.run(anonymous(), { token: await mailedLink(ada), account: vics })
    await expect(accepted).rejects.toMatchObject({ code: 'conflict' })
    expect(await findUserByPassword(db, email, mallorys.password)).not.toBeNull()
  })

  it('is not taken over with a link that an admin saw, since ownership is not proven', async () => {
    const token = await shownLink(ada)
    const taken = acceptInvitation.run(anonymous(), { token, account: { ...vics, takesAddress: true } })
    await expect(taken).rejects.toMatchObject({ code: 'conflict' })
    expect(await findUserByPassword(db, email, mallorys.password)).not.toBeNull()
    expect(await members()).toEqual(['Ada'])
  })

  it('is not opened or verified by an identity provider', async () => {
    expect(await admitVouched(anonymous(), email)).toBe('unproven')
    expect(await admitVouched(mallory, email)).toBe('unproven')
    expect(await findUserByEmail(db, email)).toMatchObject({ isEmailVerified: false })
  })

  it('does not become the admin named by the environment', async () => {
    const password = 'of whoever starts the desk'
    const made = await prepareFirstRun(db, { admin: { email, password }, apiKey: null, now: new Date() })
    expect(made.madeAdmin).toBe(true)
    expect(await findUserByPassword(db, email, mallorys.password)).toBeNull()
    expect(await findUserByPassword(db, email, password)).toMatchObject({ isEmailVerified: true })
  })
})

describe('an account that never verified its address and is the only admin of a project', () => {
  const squatted = async () => (await findUserByEmail(db, email))?.userId ?? ''
  const taking = async () =>
    acceptInvitation.run(anonymous(), { token: await mailedLink(ada), account: { ...vics, takesAddress: true } })

  it('keeps its address while others depend on it, who would have nobody to admit or remove anyone', async () => {
    await squat()
    const userId = await squatted()
    const { projectId } = await db.membership.findFirstOrThrow({ where: { userId } })
    await db.membership.update({ where: { projectId_userId: { projectId, userId } }, data: { role: 'admin' } })
    await db.membership.updateMany({ where: { projectId, userId: { not: userId } }, data: { role: 'viewer' } })
    await expect(taking()).rejects.toMatchObject({ code: 'conflict' })
    expect(await findUserByPassword(db, email, mallorys.password)).not.toBeNull()
  })

  it('loses it if nobody else is in the project', async () => {
    await squat()
    const userId = await squatted()
    const { projectId } = await db.membership.findFirstOrThrow({ where: { userId } })
    await db.membership.deleteMany({ where: { projectId, userId: { not: userId } } })
    await db.membership.update({ where: { projectId_userId: { projectId, userId } }, data: { role: 'admin' } })
    await taking()
    expect(await findUserByPassword(db, email, mallorys.password)).toBeNull()
  })
})

describe('an account created with a shown link', () => {
  beforeEach(async () => {
    await acceptInvitation.run(anonymous(), { token: await shownLink(ada), account: vics })
  })

  it('is verified by accepting a mailed link in its own session', async () => {
    const other = await makeProject()
    const token = await mailedLink(await other.as('admin', 'Ben'))
    await acceptInvitation.run(await signedIn(vics.password), { token })
    expect(await findUserByEmail(db, email)).toMatchObject({ isEmailVerified: true })
    const events = await db.auditEvent.findMany({ where: { projectId: test.project.id }, orderBy: { id: 'asc' } })
    expect(events.at(-1)).toMatchObject({ action: 'account.address_proven', actor: 'Vic' })
  })

  it('is verified by an identity provider from its own session', async () => {
    expect(await admitVouched(await signedIn(vics.password), email)).toBe('in')
    expect(await admitVouched(anonymous(), email.toUpperCase())).toBe('in')
  })

  it('is not taken over by another shown link, and others cannot accept it', async () => {
    const token = await shownLink(ada)
    await expect(acceptInvitation.run(mallory, { token })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await openInvitation(db, token, mallory.actor.kind === 'user' ? mallory.actor : null, new Date())).toEqual({
      kind: 'other',
      email,
    })
    expect(await findUserByPassword(db, email, vics.password)).not.toBeNull()
  })
})

describe('an account with a verified address', () => {
  beforeEach(async () => {
    await acceptInvitation.run(anonymous(), { token: await mailedLink(ada), account: vics })
  })

  it('is opened by an identity provider for the address', async () => {
    expect(await admitVouched(anonymous(), email)).toBe('in')
    expect(await admitVouched(anonymous(), `${uuid()}@example.test`)).toBe('unknown')
  })

  it.each([
    ['mailed', mailedLink],
    ['shown', shownLink],
  ])('keeps its address and password when someone else has a %s link', async (_, linkOf) => {
    const token = await linkOf(await (await makeProject()).as('admin'))
    const taken = acceptInvitation.run(anonymous(), { token, account: { ...mallorys, takesAddress: true } })
    await expect(taken).rejects.toMatchObject({ code: 'conflict' })
    expect(await findUserByPassword(db, email, vics.password)).not.toBeNull()
  })
})

describe('a mailed invitation', () => {
  it('goes to the invited address only, without injected headers or an unsubscribe link', async () => {
    const slug = test.project.slug
    await db.project.update({ where: { slug }, data: { name: 'Good\r\nBcc: all@example.test\r\n\r\nhidden' } })
    await mailedLink(ada)
    const [got] = smtp.mails
    expect(smtp.mails).toHaveLength(1)
    expect(got?.to).toEqual([email])
    const head = got?.raw.slice(0, got.raw.indexOf('\r\n\r\n')) ?? ''
    expect(head.match(/^(bcc|cc|list-unsubscribe):/gim)).toBeNull()
    expect(head.match(/^subject:/gim)).toHaveLength(1)
  })

  it('is withdrawn and reported to the admin when the mail server refuses it', async () => {
    smtp.behave({ at: 'recipient', code: 550 })
    mailBy(smtp)
    const sent = invite.run(ada, { email, role: 'viewer' })
    await expect(sent).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('550') })
    const [row] = await db.invitation.findMany({ where: { projectId: test.project.id } })
    expect(row?.revokedAt).not.toBeNull()
  })
})
