import { describe, expect, it } from 'vitest'
import { ndjsonBody } from './respond'

const LINE = 'x'.repeat(50_000)
const never = (error: unknown) => expect.unreachable(String(error))

describe('ndjsonBody', () => {
  it('contains every line once, each with its line break', async () => {
    async function* lines() {
      for (let index = 0; index < 1000; index++) yield `{"a":"ä${index}"}`
    }
    const text = await new Response(ndjsonBody(lines(), never)).text()
    expect(text.trimEnd().split('\n')).toEqual(Array.from({ length: 1000 }, (_, index) => `{"a":"ä${index}"}`))
    expect(text.endsWith('\n')).toBe(true)
  })

  it('is empty without lines', async () => {
    async function* lines(): AsyncGenerator<string> {}
    expect(await new Response(ndjsonBody(lines(), never)).text()).toBe('')
  })

  it('reads no more lines than the client takes, and closes the source when it disconnects', async () => {
    let asked = 0
    let isEnded = false
    async function* lines() {
      try {
        for (;;) {
          asked += 1
          yield LINE
        }
      } finally {
        isEnded = true
      }
    }
    const reader = ndjsonBody(lines(), never).getReader()
    for (let taken = 0; taken < 5; taken++) await reader.read()
    expect(asked).toBeLessThanOrEqual(14)
    await reader.cancel()
    expect(isEnded).toBe(true)
  })

  it('is not broken by a client that disconnects while lines are read', async () => {
    const broken: unknown[] = []
    const read = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    async function* lines() {
      asked.resolve()
      await read.promise
      yield LINE
    }
    const reader = ndjsonBody(lines(), (error) => broken.push(error)).getReader()
    await asked.promise
    const cancelled = reader.cancel()
    read.resolve()
    await cancelled
    await new Promise((resolve) => setImmediate(resolve))
    expect(broken).toEqual([])
  })

  it('errors when the source fails, so that a partial body never looks complete', async () => {
    const told: unknown[] = []
    async function* lines() {
      yield '{}'
      throw new Error('the database went away')
    }
    await expect(new Response(ndjsonBody(lines(), (error) => told.push(error))).text()).rejects.toThrow('went away')
    expect(told).toHaveLength(1)
  })
})
