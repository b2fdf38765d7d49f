import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { importFormats } from '@/lib/ingest/importers/detect-format'
import { runProgram } from '../run-program'
import { type Answer, acceptAll, desk, refuse } from '../testing/fake-desk'
import { ownFolder } from '../testing/own-folder'

const folder = ownFolder()
const fileOf = (text: string, name = 'runs.jsonl') => folder.write(name, text)
const runs = (...ids: string[]) => ids.map((id) => JSON.stringify({ id, chain: 'c' })).join('\n')
const importing = (file: string, ...more: string[]) => [
  'import',
  file,
  '--resume-file',
  folder.at('state.json'),
  ...more,
]

describe('veritas import', () => {
  it('sends all runs in batches and prints totals', async () => {
    const { run, batches, out } = desk(acceptAll)
    expect(await run(...importing(await fileOf(runs('a', 'b', 'c')), '--batch', '2', '--json'))).toBe(0)
    expect(batches).toEqual([['a', 'b'], ['c']])
    expect(JSON.parse(out.join(''))).toMatchObject({
      accepted: 3,
      rejected: 0,
      files: [{ format: 'jsonl', decisions: { accept: 3 } }],
    })
  })

  it('reads lines from standard input, without storing progress', async () => {
    const { terminal, batches, out } = desk(acceptAll)
    const piped = { ...terminal, stdin: () => Readable.from([runs('a'), '\r\n', runs('b')]) }
    const args = importing('-', '--chain', 'c', '--url', 'http://desk.test', '--api-key', 'k')
    expect(await runProgram(args, piped)).toBe(0)
    expect(batches).toEqual([['a', 'b']])
    expect(out.join('')).toContain('- (jsonl): 2 runs accepted')
    await expect(readFile(folder.at('state.json'))).rejects.toThrow('ENOENT')
    expect(await runProgram([...args, '--format', 'inspect'], piped)).toBe(2)
  })

  it('keeps a run with Unicode line separators intact, which JSON allows', async () => {
    const { run, batches } = desk(acceptAll)
    expect(await run(...importing(await fileOf(runs('a\u2028b', 'c\u2029d'))))).toBe(0)
    expect(batches).toEqual([['a\u2028b', 'c\u2029d']])
  })

  it('continues after an invalid line, names it, and exits with 1', async () => {
    const { run, batches, out } = desk(acceptAll)
    expect(await run(...importing(await fileOf(`\uFEFF${runs('a')}\r\n\r\n{"id":\n${runs('b')}\n`)))).toBe(1)
    expect(batches).toEqual([['a', 'b']])
    expect(out.join('\n')).toMatch(/rejected line 3: not JSON/)
  })

  it('lists rejected runs by their place in the file', async () => {
    const rejecting: Answer = ([, second]) =>
      Response.json({
        accepted: [],
        rejected: [
          { index: 1, id: second?.id, code: 'invalid_input', path: 'nodes[0].id', reason: 'too long', issues: [] },
        ],
      })
    const { run, out } = desk(rejecting)
    expect(await run(...importing(await fileOf(runs('a', 'b'))))).toBe(1)
    expect(out.join('\n')).toContain('rejected line 2 (b): nodes[0].id: too long')
  })

  it('isolates the run that makes a whole request unreadable, and sends the others', async () => {
    const choosy: Answer = (sent) =>
      sent.some(({ id }) => id === 'deep') ? refuse(400, 'malformed_body') : acceptAll(sent)
    const { run, out } = desk(choosy)
    expect(await run(...importing(await fileOf(runs('a', 'b', 'deep', 'c')), '--json'))).toBe(1)
    expect(JSON.parse(out.join(''))).toMatchObject({
      accepted: 3,
      files: [{ rejected: [{ place: 'line 3', id: 'deep' }] }],
    })
  })

  it('waits for Retry-After, and retries', async () => {
    const { run, waits, batches } = desk(
      () => refuse(429, 'rate_limited', { 'retry-after': '7' }),
      () => refuse(503, 'unavailable'),
      acceptAll,
    )
    expect(await run(...importing(await fileOf(runs('a'))))).toBe(0)
    expect(waits).toEqual([7000, 1000])
    expect(batches).toHaveLength(3)
  })

  it('continues where an interrupted import stopped', async () => {
    const file = await fileOf(runs('a', 'b', 'c'))
    const first = desk(acceptAll, () => refuse(401, 'unauthorized'))
    expect(await first.run(...importing(file, '--batch', '1'))).toBe(4)
    const second = desk(acceptAll)
    expect(await second.run(...importing(file, '--batch', '1'))).toBe(0)
    expect(second.batches.flat()).toEqual(['b', 'c'])
    const third = desk(acceptAll)
    await third.run(...importing(file))
    expect(third.batches.flat()).toEqual(['a', 'b', 'c'])
  })

  it('names what it rejected before it was interrupted, which the next import leaves out', async () => {
    const file = await fileOf(`{"id":\n${runs('a', 'b')}`)
    const { run, notes } = desk(acceptAll, () => refuse(401, 'unauthorized'))
    expect(await run(...importing(file, '--batch', '1'))).toBe(4)
    expect(notes.join('\n')).toContain('rejected line 1: not JSON')
  })

  it('says where it was interrupted, and how to go on', async () => {
    const file = await fileOf(runs('a', 'b', 'c'))
    const refusing = () => refuse(401, 'unauthorized')
    const first = desk(acceptAll, refusing)
    await first.run(...importing(file, '--batch', '1'))
    expect(first.notes.join('\n')).toMatch(
      /: stopped after 1 record\. .* continues there; with another key it starts over, and adds no run twice\./,
    )
    const second = desk(acceptAll, refusing)
    await second.run(...importing(file, '--batch', '1'))
    expect(second.notes.join('\n')).toContain(': stopped after 2 records.')
    const third = desk(refusing)
    await third.run(...importing(await fileOf(runs('d'))))
    expect(third.notes.join('\n')).not.toContain('stopped')
  })

  it('names every format in its help', async () => {
    const { run, out } = desk()
    await run('import', '--help')
    const [, formats = ''] = out.join('\n').split('Formats, detected')
    expect(importFormats.filter((format) => !formats.includes(format))).toEqual([])
  })

  it('fails after an interruption as well if a run was rejected before it', async () => {
    const file = await fileOf(`{"id":\n${runs('a', 'b')}`)
    const first = desk(acceptAll, () => refuse(401, 'unauthorized'))
    expect(await first.run(...importing(file, '--batch', '1'))).toBe(4)
    const second = desk(acceptAll)
    expect(await second.run(...importing(file, '--batch', '1'))).toBe(1)
    expect(second.batches.flat()).toEqual(['b'])
    expect(second.out.join('\n')).toContain('rejected before the interruption: 1')
  })

  it('ends when everything was sent before the interruption', async () => {
    const file = await fileOf(runs('a', 'b'))
    await desk(acceptAll, () => refuse(401, 'unauthorized')).run(...importing(file, '--batch', '1'))
    const state = await readFile(folder.at('state.json'), 'utf8')
    await folder.write('state.json', state.replace('"records":1', '"records":2'))
    const { run, batches, out } = desk(acceptAll)
    expect(await run(...importing(file))).toBe(0)
    expect(batches).toEqual([])
    expect(out.join('\n')).not.toContain('no runs')
  })

  it('starts over with another key, which may lead to another project', async () => {
    const file = await fileOf(runs('a', 'b'))
    await desk(acceptAll, () => refuse(401, 'unauthorized')).run(...importing(file, '--batch', '1'))
    const { terminal, batches } = desk(acceptAll)
    await runProgram([...importing(file), '--url', 'http://desk.test', '--api-key', 'other'], terminal)
    expect(batches.flat()).toEqual(['a', 'b'])
  })

  it('starts over with --no-resume, a changed file, or unreadable state', async () => {
    const file = await fileOf(runs('a', 'b'))
    await desk(acceptAll, () => refuse(401, 'unauthorized')).run(...importing(file, '--batch', '1'))
    const afresh = desk(acceptAll)
    await afresh.run(...importing(file, '--no-resume'))
    expect(afresh.batches.flat()).toEqual(['a', 'b'])
    await folder.write('state.json', 'broken')
    const unread = desk(acceptAll)
    await unread.run(...importing(await fileOf(runs('a', 'b', 'c'))))
    expect(unread.batches.flat()).toEqual(['a', 'b', 'c'])
    expect(JSON.parse(await readFile(folder.at('state.json'), 'utf8'))).toEqual({})
  })

  it('reads a JSON document as a list of runs', async () => {
    const { run, batches } = desk(acceptAll)
    await run(...importing(await fileOf(`{"runs":[${runs('a')},${runs('b')}]}`, 'runs.json'), '--format', 'jsonl'))
    expect(batches).toEqual([['a', 'b']])
  })
})
