import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { type Context, personOf } from '../context'
import { makeProject } from '../testing/factories'
import { listProjects } from './list'

/** A person who is a member of projects of these names, and the addresses of those projects by name. */
async function memberOf(...names: string[]) {
  const db = getDb()
  const person = await (await makeProject()).as('viewer')
  const userId = personOf(person.actor)?.userId ?? ''
  await db.membership.deleteMany({ where: { userId } })
  const addresses = new Map<string, string>()
  for (const name of names) {
    const { project } = await makeProject()
    await db.project.update({ where: { id: project.id }, data: { name } })
    await db.membership.create({ data: { projectId: project.id, userId, role: 'admin' } })
    addresses.set(name, project.slug)
  }
  return { person, addressOf: (name: string) => addresses.get(name) ?? '' }
}

const namesOf = async (person: Context, input: Parameters<typeof listProjects.run>[1]) =>
  (await listProjects.run(person, input)).projects.map(({ name }) => name)

describe('projects', () => {
  it('are listed to their members only', async () => {
    const { project, as } = await makeProject()
    const { projects, more } = await listProjects.run(await as('viewer'), {})
    expect(projects).toMatchObject([{ slug: project.slug, role: 'viewer' }])
    expect(more).toBe(false)
  })

  it('are in the order people look for a name in', async () => {
    const { person } = await memberOf('project 10', 'Zoo', 'Project 2', 'Équipe', 'Project 9 b', 'apple', 'Project 9')
    const inOrder = ['apple', 'Équipe', 'Project 2', 'Project 9', 'Project 9 b', 'project 10', 'Zoo']
    expect(await namesOf(person, {})).toEqual(inOrder)
  })

  it('to be deleted come last', async () => {
    const { person, addressOf } = await memberOf('A', 'B')
    await getDb().project.update({ where: { slug: addressOf('A') }, data: { deletesAt: new Date() } })
    expect(await namesOf(person, {})).toEqual(['B', 'A'])
  })

  it('are cut at the limit, which says that there are more', async () => {
    const { person } = await memberOf('A', 'B', 'C')
    expect(await listProjects.run(person, { limit: 2 })).toMatchObject({
      projects: [{ name: 'A' }, { name: 'B' }],
      more: true,
    })
    expect(await listProjects.run(person, { limit: 3 })).toMatchObject({ more: false })
  })

  it('go on exactly where the page before ended, all of them once', async () => {
    const names = ['project 1', 'Project 2', 'project 10', 'Project 10', 'B', 'A']
    const { person, addressOf } = await memberOf(...names)
    await getDb().project.update({ where: { slug: addressOf('B') }, data: { deletesAt: new Date() } })
    const all = await listProjects.run(person, {})
    expect(all).toMatchObject({ more: false, next: null })
    const pages = async (include: string[]) => {
      const found: string[][] = []
      for (let next: string | null | undefined; next !== null; ) {
        const page = await listProjects.run(person, { limit: 2, include, ...(next && { cursor: next }) })
        found.push(page.projects.map(({ slug }) => slug))
        next = page.next
      }
      return found
    }
    const slugs = all.projects.map(({ slug }) => slug)
    expect((await pages([])).flat()).toEqual(slugs)
    // Those asked for come again in their place.
    const [[first, named] = [], ...others] = await pages([addressOf('project 10')])
    expect([first, named]).toEqual([slugs[0], addressOf('project 10')])
    expect(others.flat()).toEqual(slugs.slice(1))
    expect((await pages(slugs)).slice(1).flat()).toEqual(slugs)
    await expect(listProjects.run(person, { cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('include those asked for although others come before, in the same order', async () => {
    const { person, addressOf } = await memberOf('A', 'B', 'C', 'D')
    const include = [addressOf('D'), (await makeProject()).project.slug]
    expect(await listProjects.run(person, { include, limit: 2 })).toMatchObject({
      projects: [{ name: 'A' }, { name: 'D' }],
      more: true,
    })
  })

  it('are found by words of name and address, whatever their case and accents', async () => {
    const { person, addressOf } = await memberOf('Équipe du Nord', 'Support', 'Nordic 100%')
    expect(await namesOf(person, { text: 'NORD equipe' })).toEqual(['Équipe du Nord'])
    expect(await namesOf(person, { text: 'équipe' })).toEqual(['Équipe du Nord'])
    expect(await namesOf(person, { text: '100%' })).toEqual(['Nordic 100%'])
    for (const pattern of ['n_rdic', 'n%c', 'support\\']) expect(await namesOf(person, { text: pattern })).toEqual([])
    expect(await namesOf(person, { text: addressOf('Support') })).toEqual(['Support'])
    expect(await namesOf(person, { text: 'nothing' })).toEqual([])
  })
})
