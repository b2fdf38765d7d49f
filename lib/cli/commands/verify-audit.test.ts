import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '@/lib/engine/audit/canonical-json'
import { deskTerminal } from '../testing/desk-terminal'

const folder = mkdtempSync(path.join(tmpdir(), 'veritas-audit-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PROJECT = '00000000-0000-7000-8000-000000000001'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Lines of a log with the given number of events, hashed and closed like those of the desk. */
function makeLog(count: number, actor = 'Ada'): string[] {
  let prevHash = '0'.repeat(64)
  const lines = Array.from({ length: count }, (_, index) => {
    const event = { seq: index + 1, actor, after: { n: index / 3 }, prevHash }
    prevHash = hashOf(canonicalJson(event))
    return JSON.stringify({ ...event, hash: prevHash })
  })
  return [...lines, JSON.stringify({ end: true, projectId: PROJECT, events: count, head: prevHash })]
}

function write(lines: readonly string[]): string {
  const file = path.join(folder, 'audit.jsonl')
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

const offline = () => deskTerminal(() => Response.error())
const headOf = (events: readonly string[]): string => JSON.parse(events.at(-1) ?? '').hash

describe('veritas verify-audit with a file', () => {
  it('accepts an intact log, without a desk', async () => {
    const log = makeLog(3)
    const { run, out, asked } = offline()
    expect(await run('verify-audit', write(log))).toBe(0)
    expect(out).toEqual(['3 events, all as they were written', `head ${headOf(log.slice(0, 3))}`])
    expect(asked).toEqual([])
  })

  it('accepts a name with Unicode line separators', async () => {
    const { run, out } = offline()
    expect(await run('verify-audit', write(makeLog(3, 'A\u2028d\u2029a\u0085')))).toBe(0)
    expect(out[0]).toBe('3 events, all as they were written')
  })

  it.each<[string, (log: string[]) => string[], string]>([
    [
      'altered',
      (log) => log.map((line, index) => (index === 1 ? line.replace('Ada', 'Eve') : line)),
      'event 2 was altered',
    ],
    ['missing', (log) => log.toSpliced(1, 1), 'event 2 is missing'],
    ['out of order', (log) => [log[0] ?? '', log[2] ?? '', log[1] ?? ''], 'event 2 is missing'],
    ['not JSON', (log) => log.with(1, 'hello'), 'line 2 is not an event'],
    ['not an event', (log) => log.with(1, '{"seq":2}'), 'line 2 is not an event'],
    ['null', (log) => log.with(1, 'null'), 'line 2 is not an event'],
  ])('names an event that is %s, and exits with 1', async (_, tamper, words) => {
    const { run, out } = offline()
    expect(await run('verify-audit', write(tamper(makeLog(3))))).toBe(1)
    expect(out[0]).toContain(words)
    expect(out[1]).toBe('1 event from the first on as they were written')
  })

  it('finds a noted head, and reports a rewritten log that lacks it', async () => {
    const log = makeLog(4)
    const noted = headOf(log.slice(0, 3))
    const { run, out } = offline()
    expect(await run('verify-audit', write(log), '--head', noted.toUpperCase())).toBe(0)
    expect(out).toContain('event 3 has the hash that was noted')
    expect(await run('verify-audit', write(makeLog(4, 'Eve')), '--head', noted)).toBe(1)
    expect(out).toContainEqual(expect.stringContaining('no event has the hash that was noted'))
  })

  it('detects a truncated export, even if cut at a line end', async () => {
    const { run, out } = offline()
    expect(await run('verify-audit', write(makeLog(4).slice(0, 2)))).toBe(1)
    expect(out[0]).toContain('the log was cut off after event 2')
  })

  it('lists its exit codes in the help, its own before the common ones', async () => {
    const { run, out } = offline()
    expect(await run('verify-audit', '--help')).toBe(0)
    expect(out.join('\n')).toMatch(/^ +1 {2}an event was altered, is missing or misplaced/m)
  })

  it('answers as JSON', async () => {
    const { run, out } = offline()
    expect(await run('verify-audit', write(makeLog(2).slice(1)), '--json')).toBe(1)
    expect(JSON.parse(out.join(''))).toMatchObject({ ok: false, events: 0, fault: { seq: 1, kind: 'missing' } })
  })

  it.each([
    ['nothing', []],
    ['only blank lines', ['', ' ']],
  ])('rejects a file with %s, and exits with 1', async (_words, lines) => {
    const { run, out } = offline()
    expect(await run('verify-audit', write(lines))).toBe(1)
    expect(out[0]).toBe('the file holds no event: nothing was verified')
  })
})

describe('veritas verify-audit of the desk', () => {
  const head = { seq: 7, hash: hashOf('head') }

  it('accepts an empty log', async () => {
    const answer = { ok: true, events: 0, head: null, noted: null, fault: null }
    const { run, out } = deskTerminal(() => Response.json(answer))
    expect(await run('verify-audit')).toBe(0)
    expect(out).toEqual(['the log is empty'])
  })

  it('asks the desk', async () => {
    const { run, out, asked } = deskTerminal(() =>
      Response.json({ ok: true, events: 7, head, noted: null, fault: null }),
    )
    expect(await run('verify-audit')).toBe(0)
    expect(asked[0]?.pathname).toBe('/api/v1/audit/verification')
    expect(out).toEqual(['7 events, all as they were written', `head ${head.hash}`])
  })

  it('exits with 1 if the desk names an event', async () => {
    const fault = { seq: 8, kind: 'altered', message: 'event 8 was altered: it is another' }
    const { run, out } = deskTerminal(() => Response.json({ ok: false, events: 7, head, noted: null, fault }))
    expect(await run('verify-audit')).toBe(1)
    expect(out[0]).toBe(fault.message)
  })

  it.each([
    ['a head that is not a hash', ['--head', 'abc'], 2],
    ['a missing file', ['/no/such/file.jsonl'], 1],
  ])('refuses %s', async (_, args, code) => {
    expect(await offline().run('verify-audit', ...args)).toBe(code)
  })
})
