import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Claim, withBodyMemory } from './body-memory'
import { type BodyLimits, readJson } from './read-body'

const MIB = 1024 * 1024
const LIMITS: BodyLimits = { bytes: 20 * MIB, values: 1_000_000, depth: 100 }
const JSON_TYPE = { 'content-type': 'application/json' }
const GZIP = { ...JSON_TYPE, 'content-encoding': 'gzip' }

/** A request whose body arrives in chunks of this many bytes. */
function send(body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE, chunk = 16 * 1024) {
  const bytes = Buffer.from(body)
  let at = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + chunk))
      at += chunk
    },
  })
  return new Request('http://desk.test/', { method: 'POST', headers, ...{ body: stream, duplex: 'half' } })
}

const read = (request: Request, limits: Partial<BodyLimits> = {}) =>
  withBodyMemory('sender', (claim) => readJson(request, { ...LIMITS, ...limits }, claim))
const refusal = (request: Request, limits: Partial<BodyLimits> = {}) =>
  read(request, limits).then(
    () => 'taken',
    ({ code, message }) => ({ code, message }),
  )
const malformed = (words: string) => ({ code: 'malformed_body', message: expect.stringContaining(words) })

describe('readJson', () => {
  it.each([1, 3, 1000])('reads chunks of %d bytes, even if they split a character', async (chunk) => {
    const value = { text: 'für "dich" \\ 🚀', list: [1, [2, {}], null] }
    const text = JSON.stringify(value)
    expect(await read(send(text, JSON_TYPE, chunk))).toEqual(value)
    expect(await read(send(gzipSync(text), GZIP, chunk))).toEqual(value)
    expect(await read(send(gzipSync(text), { ...GZIP, 'content-encoding': 'GZIP' }, chunk))).toEqual(value)
  })

  it('reads the same value as JSON.parse, however long its lists, objects and strings are', async () => {
    const long = 'x'.repeat(200_000)
    const row = { id: 'r', text: 'a,]}"\\', more: [1, 2, { deep: [true, null] }] }
    const rows = Array.from({ length: 3000 }, (_, index) => ({ ...row, index }))
    for (const text of [
      JSON.stringify({ runs: rows }),
      JSON.stringify([rows, rows, 1, long, [rows]], null, 2),
      JSON.stringify({ first: 1, [long]: rows, 'a"b': rows, last: { rows, tail: 0 } }),
      JSON.stringify(Object.fromEntries(rows.map((_, index) => [`key ${index}`, row]))),
      `{"__proto__": ${JSON.stringify(rows)}, "a": 1}`,
      JSON.stringify(long),
      ` [${' '.repeat(200_000)}] `,
      `\uFEFF${JSON.stringify(rows)}\n`,
    ]) {
      const value = await read(send(text))
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text.replace(/^\uFEFF/, ''))))
    }
  })

  it('accepts and rejects the same input as JSON.parse', async () => {
    const filler = JSON.stringify('y'.repeat(70_000))
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', ']', '}', '"', ':', '0'),
        async (json, at, noise) => {
          const cut = at % (json.length + 1)
          const text = `[${filler},${json.slice(0, cut)}${noise}${json.slice(cut)},{"a":${filler}},0]`
          const expected = parsed(text)
          const found = await read(send(text)).catch((error) => error.code)
          expect(found).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('whole numbers beyond 2^53', () => {
  const ID = '1234567890123456789'
  const exact = (text: string, paths: readonly string[]) =>
    withBodyMemory('sender', (claim) => readJson(send(text), LIMITS, claim, () => paths))

  it('are their digits where a body is kept as it was sent, and rounded elsewhere', async () => {
    const text = `{"id": ${ID}, "output": {"id": ${ID}, "text": "${ID}"}, "nodes": [{"n": ${ID}, "output": [${ID}, 7]}]}`
    expect(await exact(text, ['output', 'nodes.*.output'])).toEqual({
      id: Number(ID),
      output: { id: ID, text: ID },
      nodes: [{ n: Number(ID), output: [ID, 7] }],
    })
    expect(await exact(text, [])).toEqual(JSON.parse(text))
  })

  it('are found wherever a long body is split', async () => {
    const rows = Array.from({ length: 4000 }, (_, index) => `{"output": ${ID}, "n": ${index}}`)
    const body = await exact(`{"runs": [${rows.join(',')}]}`, ['runs.*.output'])
    expect(body).toEqual({ runs: rows.map((_, n) => ({ output: ID, n })) })
  })

  it('are paid for with memory of their own', async () => {
    const text = JSON.stringify({ output: 'x'.repeat(MIB), id: 1 }).replace('"id":1', `"id":${ID}`)
    const claims = async (paths: readonly string[]) => {
      let claimed = 0
      await readJson(
        send(text),
        LIMITS,
        (bytes) => {
          claimed += bytes
        },
        () => paths,
      )
      return claimed
    }
    expect((await claims(['id'])) - (await claims([]))).toBeGreaterThanOrEqual(text.length)
  })
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return 'malformed_body'
  }
}

describe('readJson rejects', () => {
  it.each<[string, string | Uint8Array, Record<string, string>, string]>([
    ['nothing', '', JSON_TYPE, 'empty'],
    ['blanks', ' \n ', JSON_TYPE, 'empty'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), JSON_TYPE, 'not UTF-8'],
    ['a fault', '{"a": 1 "b"}', JSON_TYPE, 'position 8'],
    ['an end in a list', '{"a": [1, 2', JSON_TYPE, 'ends within the list that begins at byte 6'],
    ['an end in a string', '["abc', JSON_TYPE, 'ends within a text, at byte 5'],
    ['brackets that do not match', '{"a": [1}', JSON_TYPE, 'closes nothing, at byte 8'],
    ['more after the end', '{} {}', JSON_TYPE, 'byte 3'],
    ['a fault far into it', `[${'12345678,'.repeat(20_000)}x, 1]`, JSON_TYPE, 'between bytes 131077 and 180005'],
    ['a list without its last value', `[${'12345678,'.repeat(20_000)}]`, JSON_TYPE, 'between bytes'],
    ['a body that is not gzip', 'hello', GZIP, 'says gzip'],
    ['a gzip that ends too early', gzipSync(JSON.stringify('x'.repeat(1000))).subarray(0, 20), GZIP, 'ends too early'],
  ])('%s', async (_, body, headers, words) => {
    expect(await refusal(send(body, headers))).toEqual(malformed(words))
  })

  it('a body nested too deeply', async () => {
    expect(await refusal(send(`${'['.repeat(100)}${']'.repeat(100)}`))).toBe('taken')
    expect(await refusal(send(`${'['.repeat(101)}${']'.repeat(101)}`))).toEqual(malformed('deeper than 100'))
    expect(await refusal(send('['.repeat(10 * MIB)))).toEqual(malformed('deeper than 100'))
  })

  it('a body with too many values, naming the limit', async () => {
    expect(await refusal(send('[0,0,0]'), { values: 4 })).toBe('taken')
    const message = 'the body holds more than 3 values: send less at a time'
    expect(await refusal(send('[0,0,0]'), { values: 3 })).toEqual({ code: 'too_large', message })
  })

  it('a body with too many bytes, declared or actual, compressed or not', async () => {
    const tooLarge = { code: 'too_large', message: 'the body is larger than 1000 bytes' }
    const text = JSON.stringify('x'.repeat(2000))
    const limits = { bytes: 1000 }
    expect(await refusal(send(text, { ...JSON_TYPE, 'content-length': '2002' }), limits)).toEqual(tooLarge)
    expect(await refusal(send(text), limits)).toEqual(tooLarge)
    expect(await refusal(send(gzipSync(text), GZIP), limits)).toEqual(tooLarge)
  })

  it('an unsupported content type or encoding', async () => {
    const code = 'unsupported_media_type'
    expect(await refusal(send('{}', { 'content-type': 'text/plain' }))).toMatchObject({ code })
    expect(await refusal(send('{}', { ...JSON_TYPE, 'content-encoding': 'br' }))).toMatchObject({ code })
  })

  it('a decompression bomb, after reading only as much as needed', async () => {
    const zeros = gzipSync('0,'.repeat(2_000_000))
    const bomb = Buffer.concat([gzipSync('['), ...Array.from({ length: 200 }, () => zeros)])
    let given = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (given >= bomb.length) return controller.close()
        controller.enqueue(bomb.subarray(given, given + 256))
        given += 256
      },
    })
    const request = new Request('http://desk.test/', { method: 'POST', headers: GZIP, ...{ body, duplex: 'half' } })
    expect(await refusal(request)).toMatchObject({ code: 'too_large', message: expect.stringContaining('1,000,000') })
    expect(given).toBeLessThan(bomb.length / 2)
  })
})

describe('concurrent large bodies', () => {
  it('from one sender never take the room of others', async () => {
    const large = JSON.stringify(Array.from({ length: 2000 }, () => 'x'.repeat(1000)))
    const budget = 10 * MIB
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const hold = () =>
      new Promise((resolve) => {
        const slow = async (claim: Claim) => {
          await readJson(send(large), LIMITS, claim)
          resolve('held')
          await isOver
        }
        withBodyMemory('hostile', slow, budget).catch(({ code }) => resolve(code))
      })
    expect([await hold(), await hold(), await hold()]).toEqual(['held', 'unavailable', 'unavailable'])
    const honest = withBodyMemory('honest', (claim) => readJson(send(large), LIMITS, claim), budget)
    expect(await honest).toHaveLength(2000)
    end()
  })

  it('are refused beyond the memory budget, small ones only beyond 1.5 times of it', async () => {
    const large = JSON.stringify(Array.from({ length: 2000 }, () => 'x'.repeat(1000)))
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const budget = 10 * MIB
    const holding = withBodyMemory(
      'holder',
      async (claim) => {
        await readJson(send(large), LIMITS, claim)
        hold()
        await isOver
      },
      budget,
    )
    const second = (body: string, room = 4 * MIB) =>
      withBodyMemory('sender', (claim) => readJson(send(body), LIMITS, claim), room)
    await isHeld
    await expect(second(large)).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 1, status: 503 })
    expect(await second('{"verdict": "approve"}')).toEqual({ verdict: 'approve' })
    await expect(second('{}', 2 * MIB)).rejects.toMatchObject({ code: 'unavailable' })
    end()
    await holding
    expect(await withBodyMemory('sender', (claim) => readJson(send(large), LIMITS, claim), budget)).toHaveLength(2000)
  })
})
