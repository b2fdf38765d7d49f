import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ReaderGone } from '../terminal'
import { deskTerminal } from '../testing/desk-terminal'
import { ownFolder } from '../testing/own-folder'

const folder = ownFolder()

const lines = '{"score":1.0}\n{"score":0.5}\n'

function broken(): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(lines)),
    pull: (controller) => controller.error(new Error('terminated')),
  })
  return new Response(body)
}

describe('veritas export-dspy', () => {
  it('passes the options to the desk, and the lines to standard output', async () => {
    const { run, out, notes, asked } = deskTerminal(() => new Response(lines))
    const options = ['--min-score', '0.7', '--chain', 'a', '--val-share', '0.5', '--include-failures']
    expect(await run('export-dspy', ...options)).toBe(0)
    expect(out.join('')).toBe(lines)
    expect(notes).toEqual(['2 examples'])
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      minScore: '0.7',
      chain: 'a',
      valShare: '0.5',
      includeFailures: 'true',
    })
  })

  it('writes a file, and keeps an earlier one if the stream is interrupted', async () => {
    const file = await folder.write('examples.jsonl', 'before')
    expect(await deskTerminal(broken).run('export-dspy', '--out', file)).toBe(5)
    expect(await readFile(file, 'utf8')).toBe('before')
    expect(await deskTerminal(() => new Response(lines)).run('export-dspy', '--out', file)).toBe(0)
    expect(await readFile(file, 'utf8')).toBe(lines)
    expect(await readdir(folder.at())).toEqual(['examples.jsonl'])
  })

  it('exits with 1 for an unknown chain, and keeps an earlier file', async () => {
    const file = await folder.write('examples.jsonl', 'before')
    const message = 'no chain is named "nowhere"'
    const { run, notes } = deskTerminal(() =>
      Response.json({ error: { code: 'not_found', message, issues: [], requestId: 'r' } }, { status: 404 }),
    )
    expect(await run('export-dspy', '--chain', 'nowhere', '--out', file)).toBe(1)
    expect(notes.join('\n')).toContain(message)
    expect(await readFile(file, 'utf8')).toBe('before')
  })

  it('exits quietly if its reader closes the pipe', async () => {
    const write = () => Promise.reject(new ReaderGone())
    const { run, notes } = deskTerminal(() => new Response(lines), { write })
    expect(await run('export-dspy')).toBe(0)
    expect(notes).toEqual([])
  })

  it('leaves no partial file when interrupted, and keeps an earlier file', async () => {
    const file = await folder.write('examples.jsonl', 'before')
    const stop = new AbortController()
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(lines)),
      pull: (controller) => {
        stop.abort()
        controller.error(stop.signal.reason)
      },
    })
    const { run } = deskTerminal(() => new Response(body), { signal: stop.signal })
    expect(await run('export-dspy', '--out', file)).toBe(130)
    expect(await readFile(file, 'utf8')).toBe('before')
    expect(await readdir(folder.at())).toEqual(['examples.jsonl'])
  })

  it('prints the number of examples as JSON when writing a file', async () => {
    const file = folder.at('examples.jsonl')
    const { run, out } = deskTerminal(() => new Response(lines))
    expect(await run('export-dspy', '--out', file, '--json')).toBe(0)
    expect(JSON.parse(out.join(''))).toEqual({ file, examples: 2 })
  })

  it.each([
    ['--min-score', '7'],
    ['--val-share', 'x'],
    ['--seed', '-1'],
    ['--range', '2y'],
  ])('rejects %s %s', async (...option) => {
    expect(await deskTerminal(() => new Response(lines)).run('export-dspy', ...option)).toBe(2)
  })
})
