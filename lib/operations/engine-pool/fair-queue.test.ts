import { setImmediate as settled } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Asker, FairQueue } from './fair-queue'

const LIMITS = { slots: 2, share: 1, maxWaiting: 3, maxWaitMs: 60_000, refusal: 'too much' }
const asker = (project: string, caller = project): Asker => ({ project, caller })

/** Runs work that ends on demand, and records the order in which it started. */
function workshop(queue: FairQueue) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, who: Asker) => {
    const done = queue.run(who, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
    // Entries that still wait at the end of a test are rejected long after it.
    done.catch(() => {})
    return done
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { begun, ask, end }
}

describe('FairQueue', () => {
  it('always leaves room for another project', async () => {
    const { begun, ask } = workshop(new FairQueue(LIMITS))
    for (const name of ['a1', 'a2', 'a3']) void ask(name, asker('a'))
    void ask('b1', asker('b'))
    await settled()
    expect(begun).toEqual(['a1', 'b1'])
  })

  it('alternates between the callers of a project', async () => {
    const { begun, ask, end } = workshop(new FairQueue(LIMITS))
    for (const name of ['x1', 'x2', 'x3']) void ask(name, asker('a', 'x'))
    void ask('y1', asker('a', 'y'))
    await settled()
    await end('x1')
    expect(begun).toEqual(['x1', 'y1'])
    await end('y1')
    expect(begun).toEqual(['x1', 'y1', 'x2'])
  })

  it('continues after failed work', async () => {
    const queue = new FairQueue(LIMITS)
    await expect(queue.run(asker('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run(asker('a'), async () => 'yes')).toBe('yes')
  })

  it('rejects a project with too many waiting entries, and no other project', async () => {
    const { begun, ask } = workshop(new FairQueue(LIMITS))
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, asker('a'))
    await expect(ask('a5', asker('a'))).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: expect.any(Number) })
    void ask('b1', asker('b'))
    await settled()
    expect(begun).toContain('b1')
  })

  it('rejects an entry that waited longer than allowed', async () => {
    const { begun, ask, end } = workshop(new FairQueue({ ...LIMITS, maxWaitMs: 1 }))
    void ask('a1', asker('a'))
    await expect(ask('a2', asker('a'))).rejects.toMatchObject({ code: 'rate_limited' })
    await end('a1')
    void ask('a3', asker('a'))
    await settled()
    expect(begun).toEqual(['a1', 'a3'])
  })
})
