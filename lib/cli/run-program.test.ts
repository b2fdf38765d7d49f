import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { qualityTools } from '@/lib/contracts/quality/tools'
import { EXIT } from './exit-codes'
import { runProgram } from './run-program'
import { type Answer, acceptAll, desk, refuse } from './testing/fake-desk'
import { fakeTerminal } from './testing/fake-terminal'
import { ownFolder } from './testing/own-folder'

const folder = ownFolder()
const fileOf = (text: string) => folder.write('input.json', text)

describe('veritas run submit', () => {
  it('prints no number of which too little was measured', async () => {
    const little = { profile: 'stratt', quality: 0.98, grade: null, band: null, confidence: null, coverage: 0.1 }
    const sent = { index: 0, id: 's', runId: '0198c000-0000-7000-8000-000000000001', duplicate: false }
    const run = { ...sent, ...little, decision: 'insufficient_evidence', reason: 'Too little was measured.' }
    const scene = desk(() => Response.json({ accepted: [run], rejected: [] }))
    expect(await scene.run('run', 'submit', '-')).toBe(0)
    expect(scene.out[0]).toContain('quality too little measured, confidence unknown')
  })

  it('exits with 2 for a run that the desk refuses, as for one refused here', async () => {
    const issues = [{ path: 'chain', message: 'is missing' }]
    const rejected = [{ index: 0, id: 's', code: 'invalid_input', path: 'chain', reason: 'is missing', issues }]
    const { run, notes } = desk(() => Response.json({ accepted: [], rejected }))
    expect(await run('run', 'submit', '-')).toBe(2)
    expect(notes).toEqual(['rejected: chain: is missing'])
  })

  it('sends one run from standard input and prints its scores', async () => {
    const { run, out } = desk(acceptAll)
    expect(await run('run', 'submit', '-')).toBe(0)
    expect(out.join('\n')).toMatch(/^s: accept, quality 1.000 \(good\), confidence unknown\n\S.*\.$/)
  })
})

it.each(qualityTools)('veritas $name --help shows the shape of each field and a call', async ({ name }) => {
  const { run, out } = desk(acceptAll)
  expect(await run(name, '--help')).toBe(0)
  expect(out.join('\n')).toMatch(
    new RegExp(
      `Input, one JSON object:\\n {2}\\w+ +\\S[\\s\\S]*Example:\\n {2}echo '\\{.*\\}' \\| veritas ${name}$`,
      'm',
    ),
  )
})

describe('veritas <tool>', () => {
  const confident = { score: 0.4, coverage: 0.2, weightsUsed: { peer: 1 }, breakdown: [], vetoed: false }
  const answer: Answer = () => Response.json({ ...confident, decision: 'below_threshold' })

  it('sends the JSON of a file or standard input and prints the answer as JSON', async () => {
    const file = await fileOf('{"signals":{"peer":0.4}}')
    for (const args of [['score_confidence', file], ['score_confidence', '-'], ['score_confidence']]) {
      const { run, out, notes } = desk(answer)
      expect(await run(...args)).toBe(0)
      expect(JSON.parse(out.join('\n'))).toMatchObject({ score: 0.4, decision: 'below_threshold' })
      expect(notes).toEqual([])
    }
  })

  it('prints every issue of the input on standard error and exits with 2', async () => {
    const issues = [
      { path: 'signals.peer', message: 'Too big' },
      { path: 'x', message: 'unknown field' },
    ]
    const error = { code: 'invalid_input', message: 'signals.peer: Too big', issues, requestId: 'r' }
    const { run, out, notes } = desk(() => Response.json({ error }, { status: 400 }))
    expect(await run('score_confidence')).toBe(2)
    expect(out).toEqual([])
    expect(notes).toEqual(['veritas: the input is not valid\n  signals.peer: Too big\n  x: unknown field'])
  })

  it('prints an error as one line of JSON with --json: of the desk, of the command line, and of this machine', async () => {
    const issues = [{ path: 'signals.peer', message: 'Too big' }]
    const error = { code: 'invalid_input', message: 'signals.peer: Too big', issues, requestId: 'r' }
    const refused = desk(() => Response.json({ error }, { status: 400 }))
    expect(await refused.run('score_confidence', '--json')).toBe(2)
    expect(refused.notes.map((note) => JSON.parse(note))).toEqual([{ error }])
    const local = { issues: [], requestId: null }
    for (const [args, code, exit, message] of [
      [['score_confidence', '--json', '--nope'], 'usage', 2, /^unknown option '--nope'/],
      [['run', 'submit', '--json', 'missing.json'], 'failed', 1, /^missing.json: there is no such file/],
    ] as const) {
      const { run, out, notes } = desk(answer)
      expect(await run(...args)).toBe(exit)
      expect(out).toEqual([])
      expect(notes.map((note) => JSON.parse(note))).toEqual([
        { error: { code, message: expect.stringMatching(message), ...local } },
      ])
    }
  })

  it('prints help as text with --json too', async () => {
    const { run, out, notes } = desk(answer)
    expect(await run('run', 'submit', '--json', '--help')).toBe(0)
    expect(out.join('\n')).toMatch(/^Usage:/)
    expect(notes).toEqual([])
  })

  it('prints a reason once that is both the message and the issue of a field', async () => {
    const message = '1.1.0 was published with another body'
    const error = { code: 'conflict', message, issues: [{ path: 'version', message }], requestId: 'r' }
    const { run, notes } = desk(() => Response.json({ error }, { status: 409 }))
    expect(await run('score_confidence')).toBe(1)
    expect(notes).toEqual([`veritas: ${message}`])
  })

  it('reads a file with a byte order mark and Windows line endings', async () => {
    const { run, batches } = desk(answer)
    expect(await run('score_confidence', await fileOf('\uFEFF{"signals":\r\n{"peer":0.4}}\r\n'))).toBe(0)
    expect(batches).toHaveLength(1)
  })

  it('reads no more than the desk accepts', async () => {
    const { run, batches, notes } = desk(answer)
    expect(await run('score_confidence', await fileOf(' '.repeat(20 * 1024 ** 2 + 1)))).toBe(2)
    expect(notes.join('')).toContain('the input is larger than 20 MiB')
    expect(batches).toEqual([])
  })

  it.each(['{"signals":', '[]', '5', ''])('exits with 2 for %j, which is not a JSON object', async (text) => {
    const { run, batches } = desk(answer)
    expect(await run('score_confidence', await fileOf(text))).toBe(2)
    expect(batches).toEqual([])
  })

  it('exists for every tool, in a separate group, with its input fields', async () => {
    const { terminal, out } = desk(answer)
    expect(await runProgram(['--help'], terminal)).toBe(0)
    const [, tools = ''] = out.join('\n').split('Quality tools')
    for (const { name } of qualityTools) expect(tools).toContain(`\n  ${name} `)
    expect(await runProgram(['score_confidence', '--help'], terminal)).toBe(0)
    expect(out.join('\n')).toMatch(/signals +\{.*\} \(required\) /)
  })
})

describe('exit codes', () => {
  it.each([
    ['an unknown command', ['fly'], acceptAll, 2],
    ['a batch size of 0', ['import', 'x', '--batch', '0'], acceptAll, 2],
    ['a missing file', ['import', 'nowhere.jsonl'], acceptAll, 1],
    ['a run that is not JSON', ['run', 'submit', import.meta.filename], acceptAll, 2],
    ['a refused key', ['run', 'submit', '-'], () => refuse(403, 'forbidden'), 4],
    ['no connection', ['run', 'submit', '-'], () => Promise.reject(new TypeError('fetch failed')), 5],
    ['a server error', ['run', 'submit', '-'], () => refuse(500, 'internal'), 1],
  ])('%s', async (_, args, answer, expected) => {
    expect(await desk(answer).run(...args)).toBe(expected)
  })

  it('permanent errors are not retried; temporary ones are', async () => {
    const failing = (code: string) => () =>
      Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(code), { code }) }))
    for (const [code, tries] of [
      ['ENOTFOUND', 1],
      ['DEPTH_ZERO_SELF_SIGNED_CERT', 1],
      ['ERR_TLS_CERT_ALTNAME_INVALID', 1],
      ['ECONNREFUSED', 7],
      ['EAI_AGAIN', 7],
    ] as const) {
      const { run, batches } = desk(failing(code))
      expect(await run('run', 'submit', '-')).toBe(5)
      expect(batches, code).toHaveLength(tries)
    }
  })

  it('says at once what cannot be reached and how long it tries, not with every try', async () => {
    const refused = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    })
    const { run, notes, waits } = desk(() => Promise.reject(refused))
    expect(await run('run', 'submit', '-')).toBe(5)
    expect(waits).toHaveLength(6)
    expect(notes).toEqual([
      'http://desk.test (--url or VERITAS_URL): the server cannot be reached: connect ECONNREFUSED; trying again for 32 s',
      expect.stringContaining('cannot be reached'),
    ])
  })

  it.each([404, 405, 200])('asks for the address if another server answers %d', async (status) => {
    const { run, notes } = desk(() => new Response('<html>', { status }))
    expect(await run('run', 'submit', '-')).toBe(1)
    expect(notes.join('\n')).toContain('VERITAS_URL')
    const refused = desk(() => refuse(404, 'not_found', { 'x-request-id': 'r' }))
    await refused.run('run', 'submit', '-')
    expect(refused.notes.join('\n')).not.toContain('VERITAS_URL')
  })

  it('names the file or the part of it that cannot be used', async () => {
    const { run, notes } = desk(acceptAll)
    expect(await run('run', 'submit', folder.at())).toBe(2)
    expect(await run('config', 'preview', await fileOf('[]'))).toBe(2)
    expect(await run('config', 'preview', await fileOf('{"quality_assurance":{"quality_treshold":0.9}}'))).toBe(2)
    expect(notes).toEqual([
      `veritas: ${folder.at()} is a folder`,
      expect.stringMatching(/\n {2}the file: .*expected object/),
      expect.stringMatching(
        /\n {2}quality_assurance\.quality_treshold: unknown field: did you mean quality_threshold\?$/,
      ),
    ])
  })

  it('an interrupt stops the current work without an error message', async () => {
    const stop = new AbortController()
    const notes: string[] = []
    const { terminal } = fakeTerminal({
      signal: stop.signal,
      note: (line) => notes.push(line),
      readStdin: async () => Buffer.from('{"id":"s","chain":"c"}'),
      fetch: (_url, init) =>
        new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
          stop.abort()
        }),
    })
    expect(await runProgram(['run', 'submit', '-', '--api-key', 'k'], terminal)).toBe(130)
    expect(notes).toEqual([])
  })

  it('a failure to write the results is an error', async () => {
    const { terminal, notes } = fakeTerminal({ flushed: async () => new Error('ENOSPC: no space left') })
    expect(await runProgram(['exit-codes'], terminal)).toBe(1)
    expect(notes).toEqual(['veritas: the results cannot be written: ENOSPC: no space left'])
  })

  it.each(['exit-codes', 'help exit-codes'])('are listed by veritas %s', async (line) => {
    const { terminal, out } = fakeTerminal()
    expect(await runProgram(line.split(' '), terminal)).toBe(0)
    for (const code of Object.values(EXIT)) expect(out.join('\n')).toMatch(new RegExp(`^ *${code}  \\S`, 'm'))
  })

  it('mean in the README what veritas exit-codes says', async () => {
    const { terminal, out } = fakeTerminal()
    expect(await runProgram(['exit-codes', '--json'], terminal)).toBe(0)
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    const rows = [...readme.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, code, words]) => [code, words])
    expect(Object.fromEntries(rows)).toEqual(JSON.parse(out.join('')))
  })

  it('--version of the program and of a chain are different options', async () => {
    const { terminal, out } = fakeTerminal()
    expect(await runProgram(['--version'], terminal)).toBe(0)
    expect(out.join('')).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('reports an unknown format, an invalid address and a missing key, and prints help', async () => {
    const { run, terminal } = desk(acceptAll)
    expect(await run('import', await fileOf('{"foo":1}'))).toBe(2)
    expect(await runProgram(['run', 'submit', '-', '--url', 'desk', '--api-key', 'k'], terminal)).toBe(2)
    expect(await runProgram(['run', 'submit', '-', '--url', 'http://desk.test', '--api-key', ''], terminal)).toBe(4)
    expect(await runProgram(['--help'], terminal)).toBe(0)
  })
})

describe('a hostile server', () => {
  it('is not followed to another host', async () => {
    const { run, batches, notes } = desk(() => Response.redirect('http://other.test/steal', 307))
    expect(await run('run', 'submit', '-')).toBe(EXIT.failed)
    expect(batches).toHaveLength(1)
    expect(notes.join('\n')).toContain('redirects to http://other.test, which is not followed')
  })

  it('cannot exhaust memory with an endless answer', async () => {
    const part = new Uint8Array(1024 ** 2)
    let parts = 0
    const endless = () => new ReadableStream({ pull: (to) => (parts++ < 2000 ? to.enqueue(part) : to.close()) })
    const { run, batches, notes } = desk(() => new Response(endless()))
    expect(await run('run', 'submit', '-')).toBe(EXIT.failed)
    expect(batches).toHaveLength(1)
    expect(notes.join('\n')).toContain('larger than 256 MiB')
    expect(parts).toBeLessThan(300)
  })
})
