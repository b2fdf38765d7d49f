import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { findUserByEmail, findUserByPassword } from '../account/users'
import type { Context } from '../context'
import { deleteProject } from '../erasure/delete-project'
import { removeMember } from '../members/members'
import { makeProject, type TestProject } from '../testing/factories'
import { admitOrProvision, listSignInDomains, putSignInDomain, removeSignInDomain } from './sign-in-domains'

const db = getDb()
let test: TestProject
let admin: Context
let domain: string

beforeEach(async () => {
  test = await makeProject()
  admin = await test.as('admin', 'Ada')
  domain = `d${uuid()}.example`
})

const anonymous = (): Context => ({ actor: { kind: 'anonymous' }, db, now: () => new Date(), requestId: 'test' })
const come = (email: string, name: string | null = 'Vic') => admitOrProvision(anonymous(), email, name)
const rolesOf = async (email: string) => {
  const where = { user: { email } }
  const rows = await db.membership.findMany({ where, select: { projectId: true, role: true } })
  return new Map(rows.map(({ projectId, role }) => [projectId, role]))
}

describe('a sign-in domain', () => {
  it('is off until an admin adds it, and only admins can', async () => {
    expect(await come(`vic@${domain}`)).toBe('unknown')
    for (const role of ['reviewer', 'viewer'] as const)
      await expect(putSignInDomain.run(await test.as(role), { domain, role: 'viewer' })).rejects.toMatchObject({
        code: 'forbidden',
      })
    await expect(putSignInDomain.run(test.key, { domain, role: 'viewer' })).rejects.toMatchObject({ code: 'forbidden' })
    expect((await listSignInDomains.run(admin, {})).domains).toEqual([])
    expect(await db.user.count({ where: { email: `vic@${domain}` } })).toBe(0)
  })

  it('creates a verified account without a password at the first sign-in, as a member of every project with the domain, audited', async () => {
    const other = await makeProject()
    await putSignInDomain.run(admin, { domain: ` @${domain.toUpperCase()}. `, role: 'reviewer' })
    await putSignInDomain.run(await other.as('admin'), { domain, role: 'viewer' })
    const email = `vic@${domain}`
    expect(await Promise.all([come(email.toUpperCase()), come(email)])).toEqual(['in', 'in'])
    expect(await rolesOf(email)).toEqual(
      new Map([
        [test.project.id, 'reviewer'],
        [other.project.id, 'viewer'],
      ]),
    )
    expect(await findUserByEmail(db, email)).toMatchObject({ name: 'Vic', isEmailVerified: true })
    expect(await findUserByPassword(db, email, '')).toBeNull()
    const events = await db.auditEvent.findMany({ where: { projectId: test.project.id, action: 'member.provisioned' } })
    expect(events).toMatchObject([{ actor: 'Sign-in by domain', after: { role: 'reviewer', domain } }])
  })

  it('names the account as it may be named, whatever the identity provider calls the person', async () => {
    await putSignInDomain.run(admin, { domain, role: 'viewer' })
    const given = [
      ['vic', 'Vic\u0000\nQuux', 'Vic Quux'],
      ['eve', '\u200b', 'eve'],
      ['bob', null, 'bob'],
    ] as const
    for (const [local, named, shown] of given) {
      expect(await come(`${local}@${domain}`, named)).toBe('in')
      expect(await findUserByEmail(db, `${local}@${domain}`)).toMatchObject({ name: shown })
    }
  })

  it('adds nobody to a project that is scheduled for deletion', async () => {
    await putSignInDomain.run(admin, { domain, role: 'viewer' })
    await deleteProject.run(admin, { name: test.project.name })
    expect(await come(`vic@${domain}`)).toBe('unknown')
    const other = await makeProject()
    await putSignInDomain.run(await other.as('admin'), { domain, role: 'viewer' })
    expect(await come(`vic@${domain}`)).toBe('in')
    expect(await rolesOf(`vic@${domain}`)).toEqual(new Map([[other.project.id, 'viewer']]))
  })

  it('does not admit other domains, subdomains, or domains that only end alike', async () => {
    await putSignInDomain.run(admin, { domain, role: 'viewer' })
    for (const email of [
      `vic@sub.${domain}`,
      `vic@x${domain}`,
      `vic@${domain}.evil.example`,
      `"vic@${domain}"@evil.example`,
    ])
      expect(await come(email)).toBe('unknown')
  })

  it('does not add existing accounts to projects or reopen closed ones', async () => {
    await putSignInDomain.run(admin, { domain, role: 'viewer' })
    const email = `vic@${domain}`
    await come(email)
    const user = await findUserByEmail(db, email)
    await removeMember.run(admin, { userId: user?.userId ?? '' })
    expect(await come(email)).toBe('in')
    expect(await rolesOf(email)).toEqual(new Map())
    await db.user.update({ where: { email }, data: { disabledAt: new Date() } })
    expect(await come(email)).toBe('unknown')
  })

  it('admits nobody after it is removed, and keeps earlier members', async () => {
    await putSignInDomain.run(admin, { domain, role: 'viewer' })
    await come(`vic@${domain}`)
    await removeSignInDomain.run(admin, { domain })
    expect(await come(`eve@${domain}`)).toBe('unknown')
    expect((await rolesOf(`vic@${domain}`)).size).toBe(1)
    await expect(removeSignInDomain.run(admin, { domain })).rejects.toMatchObject({ code: 'not_found' })
  })

  it.each(['gmail.com', 'localhost', 'a b.example', 'exa_mple.com', '-x.com', ''])(
    'rejects %j as a domain',
    async (bad) => {
      const put = putSignInDomain.run(admin, { domain: bad, role: 'viewer' })
      await expect(put).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'domain' }] })
    },
  )

  it('cannot grant the admin role', async () => {
    const put = putSignInDomain.run(admin, { domain, role: 'admin' as 'viewer' })
    await expect(put).rejects.toMatchObject({ issues: [{ path: 'role' }] })
  })
})
