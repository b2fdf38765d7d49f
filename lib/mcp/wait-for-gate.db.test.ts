import type { ClientOptions, RequestOptions } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { decideGate } from '@/lib/operations/gates/act'
import { getGate } from '@/lib/operations/gates/get'
import { makeRegressedChain } from '@/lib/operations/testing/regressed-chain'
import { type Era, eras, MODERN, makeMcpDesk } from './testing/mcp-desk'

const OPENS_PAGES = { elicitation: { url: {} } }
type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> }

async function waiting(era: Era, capabilities: ClientOptions['capabilities'] = {}) {
  const chain = await makeRegressedChain()
  const client = await (await makeMcpDesk(chain)).connect(era, { capabilities })
  const wait = (timeoutSeconds = 0, options: RequestOptions = {}) =>
    client.callTool({ name: 'wait_for_gate', arguments: { gateId: chain.gateId, timeoutSeconds } }, options)
  const decide = async () => {
    const { evidenceDigest } = await getGate.run(chain.reviewer, { gateId: chain.gateId })
    await decideGate.run(chain.reviewer, { gateId: chain.gateId, verdict: 'approved', evidenceDigest, reason: 'seen' })
  }
  const stateNow = async () => (await getGate.run(chain.reviewer, { gateId: chain.gateId })).gate.state
  /** What the client shows to the person, and the person's action. */
  const asked: unknown[] = []
  const whenAsked = (does: () => Promise<Answer>) =>
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params)
      return does()
    })
  return { ...chain, wait, decide, stateNow, asked, whenAsked }
}

describe.each(eras)('wait_for_gate in revision %s', (era) => {
  it('reports a pending decision, where to decide, and when to ask again', async () => {
    const { wait, gateId, project } = await waiting(era)
    const { structuredContent } = await wait()
    expect(structuredContent).toMatchObject({ state: 'pending', decided: false, gate: { id: gateId } })
    expect(structuredContent).toMatchObject({
      url: expect.stringMatching(`^http.*/p/${project.slug}/gates/${gateId}$`),
      askAgainInSeconds: expect.any(Number),
    })
  })

  it('returns when a person has decided, and immediately from then on', async () => {
    const { wait, decide } = await waiting(era)
    const [{ structuredContent }] = await Promise.all([wait(40), decide()])
    const approved = { state: 'approved', decided: true, askAgainInSeconds: null }
    expect(structuredContent).toMatchObject(approved)
    expect((await wait(40)).structuredContent).toMatchObject(approved)
  })
})

it.each(eras)('reports progress while it waits to a client of revision %s that asks for it', async (era) => {
  const { wait, decide } = await waiting(era)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const seen: number[] = []
  const answer = wait(40, { onprogress: ({ progress }) => seen.push(progress) })
  const tick = () => {
    vi.advanceTimersByTime(10_000)
    return seen.length
  }
  await expect.poll(tick).toBeGreaterThan(1)
  expect(seen.slice(0, 2)).toEqual([10, 20])
  await decide()
  expect((await answer).structuredContent).toMatchObject({ state: 'approved', decided: true })
})

describe('a client that can open URLs', () => {
  it('is sent to the page of the gate, and gets the decision made there', async () => {
    const { wait, decide, whenAsked, asked, gateId } = await waiting(MODERN, OPENS_PAGES)
    whenAsked(async () => {
      await decide()
      return { action: 'accept' }
    })
    expect((await wait(40)).structuredContent).toMatchObject({ state: 'approved', decided: true })
    expect(asked).toEqual([
      expect.objectContaining({
        mode: 'url',
        url: expect.stringContaining(`/gates/${gateId}`),
        message: expect.any(String),
      }),
    ])
  })

  it.each<Answer>([
    { action: 'accept' },
    { action: 'accept', content: { verdict: 'approved', decision: 'approve' } },
    { action: 'decline' },
    { action: 'cancel' },
  ])('cannot decide by answering %j', async (answer) => {
    const { wait, whenAsked, stateNow, asked } = await waiting(MODERN, OPENS_PAGES)
    whenAsked(async () => answer)
    expect((await wait(1)).structuredContent).toMatchObject({ state: 'pending', decided: false })
    expect(asked).toHaveLength(1)
    expect(await stateNow()).toBe('pending')
  })

  it('is not sent anywhere if the gate is closed or the call is invalid', async () => {
    const { wait, decide, whenAsked, asked } = await waiting(MODERN, OPENS_PAGES)
    whenAsked(async () => ({ action: 'accept' }))
    expect(await wait(-1)).toMatchObject({ isError: true, structuredContent: { error: { code: 'invalid_input' } } })
    await decide()
    expect((await wait()).structuredContent).toMatchObject({ state: 'approved' })
    expect(asked).toEqual([])
  })
})
