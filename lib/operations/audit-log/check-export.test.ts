import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { append, exportedLines } from '../testing/audit-chain'
import { makeProject } from '../testing/factories'
import { checkExport, hasDuplicateKeys } from './check-export'

async function* each(lines: readonly string[]) {
  yield* lines
}
const check = (lines: readonly string[], noted?: string) => checkExport(each(lines), noted)

async function exportOf(count: number): Promise<string[]> {
  const test = await makeProject()
  await append(test.key, count)
  return exportedLines(test)
}

describe('an export', () => {
  it('verifies as exported, also with different white space', async () => {
    const lines = await exportOf(3)
    expect(await check(lines)).toMatchObject({ ok: true, events: 3 })
    const spaced = lines.map((line) => ` ${JSON.stringify(JSON.parse(line), null, 1).replaceAll('\n', ' ')} `)
    expect(await check(['', ...spaced])).toMatchObject({ ok: true, events: 3 })
  })

  it.each<[string, (lines: string[]) => string[], object]>([
    ['a line was altered', (lines) => lines.with(1, (lines[1] ?? '').replace('thing:2', 'thing:9')), { seq: 2 }],
    ['a line is gone', (lines) => lines.toSpliced(1, 1), { seq: 2, kind: 'missing' }],
    ['two lines are swapped', (lines) => lines.with(1, lines[2] ?? '').with(2, lines[1] ?? ''), { seq: 2 }],
    ['a line is repeated', (lines) => lines.toSpliced(2, 0, lines[1] ?? ''), { seq: 3, kind: 'reordered' }],
    [
      'a line has a duplicate key',
      (lines) => lines.with(1, (lines[1] ?? '').replace('{', '{"actor":"Mallory",')),
      { seq: 2, kind: 'altered' },
    ],
    [
      'a nested value has a duplicate key',
      (lines) => lines.with(1, (lines[1] ?? '').replace('"after":{', '"after":{"index":7,')),
      { seq: 2, kind: 'altered' },
    ],
  ])('fails verification if %s', async (_, change, fault) => {
    expect(await check(change(await exportOf(4)))).toMatchObject({ ok: false, fault })
  })

  it('ends with a line that contains the number of events and the last hash', async () => {
    const lines = await exportOf(4)
    expect(lines).toHaveLength(5)
    const { hash, projectId } = JSON.parse(lines[3] ?? '')
    expect(JSON.parse(lines[4] ?? '')).toEqual({ end: true, projectId, events: 4, head: hash })
  })

  it.each<[string, (lines: string[]) => string[], object]>([
    ['before its last line', (lines) => lines.slice(0, -1), { kind: 'cut_off', seq: 5 }],
    ['before its last two lines', (lines) => lines.slice(0, -2), { kind: 'cut_off', seq: 4 }],
    ['and has the original last line', (lines) => lines.toSpliced(3, 1), { kind: 'missing', seq: 4 }],
    ['and goes on after its end', (lines) => [...lines, lines[3] ?? ''], { kind: 'reordered', seq: 5 }],
  ])('that was cut off %s fails verification on its own', async (_, cut, fault) => {
    expect(await check(cut(await exportOf(4)))).toMatchObject({ ok: false, fault })
  })

  it('of a log that was rewritten to its end fails only against a noted head', async () => {
    const { hash } = JSON.parse((await exportOf(4))[3] ?? '')
    expect(await check(await exportOf(4), hash)).toMatchObject({ ok: false, fault: { kind: 'rewritten' } })
  })
})

describe('hasDuplicateKeys', () => {
  it('is false for everything that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(hasDuplicateKeys(text, JSON.parse(text))).toBe(false)
      }),
    )
  })

  it.each(['{"a":1,"a":1}', '{"a":{"b":1,"\\u0062":2}}', '[{"x\\"":1 , "x\\"" : 2}]'])('is true for %s', (text) => {
    expect(hasDuplicateKeys(text, JSON.parse(text))).toBe(true)
  })
})
