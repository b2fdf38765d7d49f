import { globSync } from 'node:fs'
import path from 'node:path'
import { autoImplementMethods } from 'next/dist/server/route-modules/app-route/helpers/auto-implement-methods.js'
import { afterAll, expect, it, vi } from 'vitest'

vi.stubEnv('DATABASE_URL', 'postgresql://127.0.0.1/never-asked')
afterAll(() => void vi.unstubAllEnvs())

type Handler = (request: Request, context: unknown) => Promise<Response>
type Route = Partial<Record<string, Handler>>

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']
const root = path.resolve(import.meta.dirname, '../..')
const files = globSync(['app/**/route.ts', 'app/.*/**/route.ts'], { cwd: root })
const context = { params: Promise.resolve({}) }

/** What Next calls for each method of a route, its own answers to missing ones included. */
const served = (route: Route) => autoImplementMethods(route as never) as unknown as Readonly<Record<string, Handler>>
const refusedByNext = served({}).GET

it.each(files)('%s answers every method itself', async (file) => {
  const handlers = served((await import(path.join(root, file))) as Route)
  for (const method of METHODS) expect(handlers[method], method).not.toBe(refusedByNext)
})

it.each(files)('%s refuses what OPTIONS leaves out like every error, with the same Allow', async (file) => {
  const handlers = served((await import(path.join(root, file))) as Route)
  const ask = async (method: string) =>
    handlers[method]?.(new Request('http://desk.test/nowhere', { method, body: null }), context)
  const options = await ask('OPTIONS')
  const allow = options?.headers.get('allow')
  // A path that stands for many answers for each of them.
  if (options?.status === 404) return
  expect(options?.status).toBe(204)
  for (const method of METHODS) {
    if (allow?.split(', ').includes(method)) continue
    const refused = await ask(method)
    expect(refused?.status, method).toBe(405)
    expect(refused?.headers.get('allow'), method).toBe(allow)
    expect(await refused?.json(), method).toMatchObject({ error: { message: expect.any(String) } })
  }
})
