import { beforeEach, describe, expect, it } from 'vitest'
import { deskTerminal } from '../testing/desk-terminal'
import { ownFolder } from '../testing/own-folder'

const folder = ownFolder()
let file: string
beforeEach(async () => {
  file = await folder.write('version.json', JSON.stringify({ chain: 'answers', version: '1.1.0', notes: 'shorter' }))
})

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

  it('keeps all digits of whole numbers in the requests of scenarios', async () => {
    const request = '{"order": 1234567890123456789, "page": 2}'
    await folder.write(
      'version.json',
      `{"chain": "answers", "version": "1.1.0", "scenarios": [{"name": "a", "request": ${request}}]}`,
    )
    const { run, asked } = refusing()
    await run('publish', file)
    expect(asked[0]?.body).toMatchObject({ scenarios: [{ request: { order: '1234567890123456789', page: 2 } }] })
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
    await folder.write('version.json', text)
    expect(await refusing().run('publish', file)).toBe(2)
  })
})
