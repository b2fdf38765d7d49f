import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { call } from '@/lib/api/call'
import { createKey, createProject, type Role } from '@/lib/contracts/projects'
import { changeRows } from './database'
import type { Client } from './invitations'
import type { People, Who } from './people'
import { type OpenWindow, untilLive } from './windows'

export type Desk = {
  slug: string
  name: string
  /** Secret of an API key with the read and write scopes. */
  key: string
  /** Calls operations with that key. */
  send: Client
  /** Calls operations as a member. */
  as: (who: Who) => Client
  /** Opens a page below the project as a member and waits until it receives live updates and takes clicks. */
  open: (who: Who, path?: string) => Promise<Page>
}

const members: Partial<Record<Who, Role>> = { reviewer: 'reviewer', colleague: 'reviewer', viewer: 'viewer' }

/** Creates a project with its members, added without invitations, and an API key. */
export async function makeDesk(people: People, visit: OpenWindow, baseUrl: string): Promise<Desk> {
  const slug = `desk-${randomUUID().slice(0, 8)}`
  const name = `Desk ${slug.slice(5)}`
  const as = (who: Who) => people[who].in(slug)
  await as('admin')(createProject, { slug, name })
  const roles = Object.fromEntries(Object.entries(members).map(([who, role]) => [people[who as Who].email, role]))
  await changeRows(
    `INSERT INTO membership (project_id, user_id, role)
     SELECT project.id, person.id, roles.value FROM project, "user" person JOIN jsonb_each_text($2) roles ON roles.key = person.email
     WHERE project.slug = $1`,
    [slug, roles],
  )
  const { secret } = await as('admin')(createKey, { name: 'agent' })
  return {
    slug,
    name,
    key: secret,
    send: (contract, input) => call(contract, input, { baseUrl, apiKey: secret }),
    as,
    async open(who, path = '') {
      const page = await visit(who, `/p/${slug}${path}`)
      await untilLive(page)
      return page
    },
  }
}
