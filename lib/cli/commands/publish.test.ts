import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deskTerminal } from '../testing/desk-terminal'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'veritas-publish-'))
  file = path.join(folder, 'version.json')
  await writeFile(file, JSON.stringify({ chain: 'answers', version: '1.1.0', notes: 'shorter' }))
})
afterEach(() => rm(folder, { recursive: true }))

const refusing = () => {
  const error = { code: 'conflict', message: 'version: was published with another body', issues: [], requestId: 'r' }
  return deskTerminal(() => Response.json({ error }, { status: 409 }))
}

describe('veritas publish', () => {
  it.each([
    ['the file unchanged', [], { version: '1.1.0', notes: 'shorter' }],
    ['a candidate', ['--candidate'], { version: '1.1.0', notes: 'shorter', candidate: true }],
    ['another version', ['--version', '1.1.0-pr.3'], { version: '1.1.0-pr.3', notes: 'shorter' }],
  ])('sends %s', async (_, options, body) => {
    const { run, asked } = refusing()
    expect(await run('publish', file, ...options)).toBe(1)
    expect(asked[0]).toMatchObject({ pathname: '/api/v1/chains/answers/publications' })
    expect(asked[0]?.body).toEqual(body)
  })

  it('needs no file to publish a version without a contract', async () => {
    const { run, asked } = refusing()
    await run('publish', '--chain', 'answers', '--version', '2.0.0-pr.1', '--candidate')
    expect(asked[0]?.body).toEqual({ version: '2.0.0-pr.1', candidate: true })
  })

  it.each([
    ['no version', ['--chain', 'answers']],
    ['neither a file nor a name', []],
  ])('refuses %s', async (_, args) => {
    const { run, asked, notes } = refusing()
    expect(await run('publish', ...args)).toBe(2)
    expect(notes.join('')).toContain('version: ')
    expect(asked).toEqual([])
  })

  it.each(['[]', '"answers"', '5'])('rejects %s as a version', async (text) => {
    await writeFile(file, text)
    expect(await refusing().run('publish', file)).toBe(2)
  })
})
