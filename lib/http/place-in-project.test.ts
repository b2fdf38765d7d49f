import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { placeInProject } from './place-in-project'

it('knows every page that stands below a project, and no other', () => {
  const folders = readdirSync('app/p/[project]', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const { name } of folders.filter(({ name }) => !name.startsWith('[')))
    expect(placeInProject(`/${name}`, 'desk')).toBe(`/p/desk/${name}`)
  for (const path of ['/', '/p/desk/runs', '/signin', '/reference', '/runsheet', '/projects/new'])
    expect(placeInProject(path, 'desk')).toBeNull()
})

it('keeps the rest of the path, and starts where no project is known', () => {
  expect(placeInProject('/runs/0198', 'desk')).toBe('/p/desk/runs/0198')
  expect(placeInProject('/runs/0198', undefined)).toBe('/')
})
