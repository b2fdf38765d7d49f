import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { SentSignal } from '@/lib/client/desk'
import type { Criteria } from '@/lib/client/outcome'
import type { qualityCriteria } from '@/lib/contracts/quality-criteria'
import type { SentSignalBody } from '@/lib/contracts/sent-signals'
import packageJson from '@/package.json'
import { packClient } from './client-package'

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.join(entry.parentPath, entry.name))

const told = ['README.md', 'CHANGELOG.md', ...['examples', 'docs', 'lib/client', 'components', 'app'].flatMap(filesIn)]

it('has one name wherever it is mentioned, and is never run by a name that others may own', () => {
  const scope = packageJson.clientPackage.split('/')[0] ?? ''
  for (const file of told) {
    const text = readFileSync(file, 'utf8')
    for (const [name] of text.matchAll(new RegExp(`${scope}/[\\w-]*`, 'g')))
      expect(name, file).toBe(packageJson.clientPackage)
    expect(text, file).not.toMatch(/\bnpx (?!--no\b)|npm (?:install|i) (?:-g |--global )?veritas\b/)
  }
})

it('declares criteria and signals as the API takes them', () => {
  const mine = (criteria: Criteria): z.input<typeof qualityCriteria> => criteria
  const theirs = (criteria: z.input<typeof qualityCriteria>): Criteria => criteria
  const sent = (signal: SentSignal): SentSignalBody => signal
  const taken = (signal: SentSignalBody): SentSignal => signal
  expect([mine, theirs, sent, taken]).toHaveLength(4)
})

describe('the packed client in an empty project', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'veritas-package-'))
  const installed = path.join(project, 'node_modules', packageJson.clientPackage)

  beforeAll(async () => {
    await packClient(path.join(project, 'client.tgz'), installed)
    mkdirSync(path.join(project, 'node_modules/@types'))
    symlinkSync(path.resolve('node_modules/@types/node'), path.join(project, 'node_modules/@types/node'))
    for (const [file, text] of Object.entries(SOURCES)) writeFileSync(path.join(project, file), text)
  }, 120_000)
  afterAll(() => rmSync(project, { recursive: true }))

  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
    return { status, text: stdout + stderr }
  }

  it('has types that need no library', () => {
    for (const file of filesIn(path.join(installed, 'types')))
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/from ['"][^.]/)
  })

  it.each([
    ['node16', 'node16', ['required.cts', 'imported.mts']],
    ['nodenext', 'nodenext', ['required.cts', 'imported.mts']],
    ['preserve', 'bundler', ['required.cts']],
    ['esnext', 'bundler', ['imported.mts']],
    ['nodenext', 'nodenext --strict false', ['imported.mts']],
  ])('type-checks with module %s and moduleResolution %s in %j', (module, resolution, files) => {
    // The libraries of TypeScript itself are not checked; the types of the client are.
    const how = `--ignoreConfig --noEmit --strict --skipDefaultLibCheck --target es2022 --types node --module ${module} --moduleResolution ${resolution}`
    expect(run(path.resolve('node_modules/typescript/bin/tsc'), ...how.split(' '), ...files)).toEqual({
      status: 0,
      text: '',
    })
  })

  it('runs by require even where a module cannot be required, and by import, as one implementation', () => {
    const text = 'function ApiError true\n'
    expect(run('--no-experimental-require-module', 'run.cjs')).toEqual({ status: 0, text })
    expect(run('run.mjs')).toEqual({ status: 0, text })
  })

  it('names its error by its class, in lines that a terminal can show', () => {
    const { status, text } = run('fail.cjs')
    expect(status).toBe(1)
    expect(text).toMatch(/^ApiError: the server answered 401/m)
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(1000)
  })

  it('stays under one megabyte', () => {
    expect(filesIn(installed).reduce((sum, file) => sum + readFileSync(file).length, 0)).toBeLessThan(1_000_000)
  })
})

const NAME = packageJson.clientPackage
const USE = `
  export const read = chainNode('read', [], ({ request }: NodeContext<object, { order: string }>) => request.order)
  const desk: Desk = connectDesk({ url: 'http://127.0.0.1:3000' })
  export const gate = () => desk.ask<{ state: string }>('GET /api/v1/gates/{gateId}', { gateId: '1' })
  export const reason = (error: unknown): string => (error instanceof ApiError ? error.code : 'other')`
const SOURCES = {
  'required.cts': `import client = require('${NAME}')\nimport { ApiError, chainNode, connectDesk, type Desk, type NodeContext } from '${NAME}'\n${USE}
  export const same: typeof ApiError = client.ApiError`,
  'imported.mts': `import { ApiError, chainNode, connectDesk, type Desk, type NodeContext } from '${NAME}'\n${USE}`,
  'run.cjs': `const { ApiError, connectDesk } = require('${NAME}')
  import('${NAME}').then((other) => console.log(typeof connectDesk().ask, ApiError.name, other.ApiError === ApiError))`,
  'run.mjs': `import { createRequire } from 'node:module'\nimport { ApiError, connectDesk } from '${NAME}'
  const other = createRequire(import.meta.url)('${NAME}')
  console.log(typeof connectDesk().ask, ApiError.name, other.ApiError === ApiError)`,
  'fail.cjs': `const { connectDesk } = require('${NAME}')
  connectDesk({ fetch: async () => new Response('{}', { status: 401 }) }).ask('GET /api/v1/runs')`,
}
